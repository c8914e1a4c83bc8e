// SPDX-License-Identifier: MIT

/// How the report looks.
enum ReportStyle {
    /// How many colours there are for clients; the next client has the first colour again.
    static let colourCount = 6
    /// How far apart the lanes are, in CSS pixels. The style sheet below has the same number.
    static let laneWidth = 18

    static let css: Markup = """
        :root {
          color-scheme: light dark;
          --page: #f6f6f3; --card: #ffffff; --ink: #1c1c1f; --soft: #55555c; --quiet: #6d6d75;
          --line: #e5e4df; --lane: #dddcd6; --well: #efeeea;
          --good: #17754a; --good-back: #e2f3ea; --bad: #b42b22; --bad-back: #fdecea; --bad-line: #f2c5c0;
          --accent: #2f5fd0; --mark: #fff0b8;
          --c0: #2f62c9; --c1: #b4510f; --c2: #7a3fb8; --c3: #0b7a75; --c4: #b0306e; --c5: #5d6b1a;
          --sans: Inter, system-ui, -apple-system, "Segoe UI", Roboto, Cantarell, "Noto Sans", sans-serif;
          --mono: ui-monospace, "SF Mono", "JetBrains Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #131316; --card: #1b1b1f; --ink: #ececef; --soft: #b4b4bd; --quiet: #92929c;
            --line: #2b2b31; --lane: #34343b; --well: #25252a;
            --good: #57c993; --good-back: #17301f; --bad: #ff8d83; --bad-back: #331a19; --bad-line: #5e2c29;
            --accent: #8db0ff; --mark: #55471a;
            --c0: #86aeff; --c1: #f0a269; --c2: #c79bf5; --c3: #5fcdc6; --c4: #f48dbd; --c5: #bcca6b;
          }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 140px; }
        body { margin: 0; overflow-x: clip; background: var(--page); color: var(--ink); font: 15px/1.5 var(--sans);
          -webkit-font-smoothing: antialiased; text-rendering: optimizeLegibility; }
        h1, h2, p, ol, dl, dd, figure { margin: 0; padding: 0; }
        ol { list-style: none; }
        a { color: inherit; }
        time { font-variant-numeric: tabular-nums; }
        [hidden] { display: none !important; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }

        .head, .video, .film ol, .drags, .tools, main, footer { max-width: 1320px; margin-inline: auto; padding-inline: 32px; }

        .head { padding-block: 40px 28px; }
        .title { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
        h1 { font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -.021em; overflow-wrap: anywhere; }
        .verdict { padding: 3px 12px; border-radius: 99px; font-size: 14px; font-weight: 600; white-space: nowrap; }
        .verdict.good { color: var(--good); background: var(--good-back); }
        .verdict.none { color: var(--soft); background: var(--well); }
        .verdict.bad { color: var(--bad); background: var(--bad-back); }
        .facts { display: flex; flex-wrap: wrap; gap: 12px 40px; margin-top: 20px; }
        .facts dt { color: var(--quiet); font-size: 13px; }
        .facts dd { font-size: 15px; font-weight: 500; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
        .troubles { margin-top: 24px; border: 1px solid var(--bad-line); border-radius: 12px;
          background: var(--bad-back); overflow: hidden; }
        .troubles li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 16px; padding: 12px 18px; }
        .troubles li + li { border-top: 1px solid var(--bad-line); }
        .troubles .what { color: var(--bad); font-weight: 600; text-underline-offset: 3px;
          text-decoration-thickness: 1px; overflow-wrap: anywhere; }
        .seen { overflow-wrap: anywhere; }
        .seen b { font-weight: 500; color: var(--quiet); margin-right: 6px; }
        .line { color: var(--quiet); font-size: 13px; font-weight: 400; white-space: nowrap; }
        .troubles .line { margin-left: auto; }

        .film { position: sticky; top: 0; z-index: 2; border-block: 1px solid var(--line);
          background: color-mix(in srgb, var(--page) 92%, transparent); backdrop-filter: blur(14px); }
        .film ol { display: flex; gap: 14px; padding-block: 14px 10px; overflow-x: auto; scrollbar-width: thin; }
        .film a { display: block; text-decoration: none; color: var(--quiet); font-size: 12px; text-align: center; }
        .thumb { display: block; height: 72px; border-radius: 6px; overflow: hidden; background: var(--well);
          box-shadow: 0 0 0 1px var(--line); }
        .thumb img { display: block; height: 72px; width: auto; max-width: 160px; min-width: 48px; object-fit: cover; }
        .film time { display: inline-block; margin-top: 5px; }
        .film a:hover .thumb { box-shadow: 0 0 0 2px var(--quiet); }
        .film .now .thumb { box-shadow: 0 0 0 2px var(--accent); }
        .film .now time { color: var(--ink); font-weight: 600; }
        .film .bad time { color: var(--bad); font-weight: 600; }
        .film .bad time::before { content: "✗ "; }

        .drag { position: relative; margin-top: 28px; }
        .drag[open] { padding-bottom: 316px; }
        .drag:not([open]) + .drag:not([open]) { margin-top: 8px; }
        .drag summary { cursor: pointer; }
        .drag h2 { display: inline; font-size: 17px; font-weight: 600; letter-spacing: -.008em; }
        .drag h2 span { margin-left: 10px; color: var(--quiet); font-size: 13px; font-weight: 400; letter-spacing: 0; }
        .strip { display: flex; gap: 6px; margin-top: 10px; padding: 3px 3px 10px; overflow-x: auto; }
        .moment label { position: relative; display: block; width: 138px; cursor: pointer; color: var(--quiet); font-size: 12.5px; }
        .moment input { position: absolute; opacity: 0; pointer-events: none; }
        .cell { position: relative; display: grid; place-items: center; height: 92px; margin-bottom: 4px;
          border-radius: 8px; overflow: hidden; background: var(--well); box-shadow: 0 0 0 1px var(--line); }
        .cell img { display: block; width: 100%; height: 100%; object-fit: contain; }
        .cell i { position: absolute; right: 5px; top: 5px; min-width: 18px; padding-inline: 5px; border-radius: 9px;
          background: var(--ink); color: var(--page); font: 600 11px/18px var(--sans); text-align: center; }
        .moment label:hover .cell { box-shadow: 0 0 0 2px var(--quiet); }
        .moment input:checked ~ .cell { box-shadow: 0 0 0 2px var(--accent); }
        .moment input:focus-visible ~ .cell { box-shadow: 0 0 0 3px var(--accent); }
        .moment input:checked ~ time { color: var(--ink); font-weight: 600; }
        .panel { display: none; position: absolute; left: 0; right: 0; bottom: 0; height: 300px; padding: 16px 20px;
          grid-template-columns: minmax(260px, 4fr) minmax(0, 8fr); gap: 32px; border: 1px solid var(--line);
          border-radius: 12px; background: var(--card); }
        .moment:has(input:checked) .panel { display: grid; }
        .about, .story { min-height: 0; overflow-y: auto; }
        .when { margin-bottom: 8px; color: var(--quiet); font-size: 13px; }
        .drag table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
        .drag th { padding: 3px 12px 3px 0; font-weight: 600; text-align: left; }
        .drag td { padding: 3px 12px 3px 0; color: var(--soft); white-space: nowrap; }
        .drag thead th { color: var(--quiet); font-weight: 400; }
        .drag table + .silence { margin-top: 8px; font-size: 13px; }

        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 10px 16px; margin-top: 20px; }
        .tools input { flex: 0 1 320px; min-width: 200px; padding: 7px 12px; font: inherit; font-size: 14px;
          color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
        .tools input::placeholder { color: var(--quiet); opacity: 1; }
        .chips { display: flex; flex-wrap: wrap; gap: 8px; }
        .chips button { display: inline-flex; align-items: center; gap: 7px; padding: 5px 12px; font: inherit;
          font-size: 14px; color: var(--ink); background: var(--card); border: 1px solid var(--line);
          border-radius: 99px; cursor: pointer; }
        .chips i { width: 9px; height: 9px; border-radius: 50%; background: var(--c, var(--quiet)); }
        .chips [aria-pressed="false"] { color: var(--quiet); background: none; text-decoration: line-through; }
        .chips [aria-pressed="false"] i { background: none; box-shadow: inset 0 0 0 1.5px var(--quiet); }

        .frame { display: grid; grid-template-columns: minmax(280px, 5fr) minmax(0, 8fr); gap: 36px;
          padding-block: 32px; align-items: start; }
        .frame + .frame { border-top: 1px solid var(--line); }
        .frame.bare { display: block; }
        figure { position: sticky; top: 148px; }
        figure img { display: block; width: 100%; height: auto; border-radius: 10px; background: var(--well);
          box-shadow: 0 0 0 1px var(--line), 0 6px 24px rgb(0 0 0 / 8%); }
        .versus { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-block: 8px 12px; }
        .versus a { color: var(--quiet); font-size: 13px; text-decoration: none; }
        .versus.over { display: block; position: relative; }
        .versus.over span { display: none; }
        .versus.over a + a { position: absolute; inset: 0; clip-path: inset(0 0 0 var(--at, 50%)); }
        label.over { display: flex; align-items: center; gap: 8px; margin-bottom: 12px; font-size: 13px; color: var(--quiet); }
        label.over[hidden] { display: none; }
        label.over input { flex: 1; }
        .video { padding-block: 0 16px; }
        .video img, .video video { display: block; max-width: 100%; height: auto; margin-top: 12px; border-radius: 10px; cursor: pointer;
          box-shadow: 0 0 0 1px var(--line); }
        figcaption { display: flex; gap: 12px; margin-top: 12px; line-height: 1.4; }
        figcaption time { color: var(--quiet); white-space: nowrap; }
        .caption { overflow-wrap: anywhere; font-weight: 500; }
        .after, .silence { color: var(--quiet); }
        .after { margin-bottom: 16px; }

        .passage + .passage { margin-top: 28px; }
        .step { display: flex; align-items: baseline; gap: 12px; margin-bottom: 12px; font-size: 17px;
          line-height: 1.35; font-weight: 600; letter-spacing: -.008em; }
        .step .number { flex: none; min-width: 26px; height: 24px; padding-inline: 7px; border-radius: 12px;
          background: var(--well); color: var(--soft); font-size: 13px; font-weight: 600; line-height: 24px;
          letter-spacing: 0; text-align: center; font-variant-numeric: tabular-nums; }
        .step .text { overflow-wrap: anywhere; }
        .step .mark { margin-left: auto; font-size: 15px; }
        .step.good .mark { color: var(--good); } .step.good .mark::before { content: "✓"; }
        .step.bad .mark { color: var(--bad); } .step.bad .mark::before { content: "✗"; }
        .step.bad .number { background: var(--bad-back); color: var(--bad); }
        .step.continued { font-size: 15px; font-weight: 400; color: var(--quiet); }

        .row { display: grid; grid-template-columns: 62px auto minmax(0, 1fr); column-gap: 10px; }
        .row > time { padding-top: 1px; color: var(--quiet); font-size: 12.5px; line-height: 22px;
          text-align: right; white-space: nowrap; }
        .row > .what { min-width: 0; padding-bottom: 9px; }
        .say { line-height: 22px; overflow-wrap: anywhere; }
        .say.quiet { color: var(--soft); }
        .code { font: 12.5px/19px var(--mono); color: var(--quiet); overflow-wrap: anywhere; }
        .code:first-child { padding-top: 2px; }
        .code b { font-weight: 600; color: var(--soft); }
        .who { white-space: nowrap; font-family: var(--sans); font-size: 12.5px; margin-right: 4px; }
        .say .who { font-size: inherit; margin: 0; }
        .name { color: var(--c); font-weight: 600; }
        .out .text { color: var(--ink); white-space: pre-wrap; }
        .object { cursor: pointer; border-radius: 3px; }
        .object.chosen { background: var(--mark); color: var(--ink); box-shadow: 0 0 0 2px var(--mark); }
        .note { color: var(--soft); font-style: italic; line-height: 22px; }
        .held { line-height: 22px; color: var(--good); }
        .held::before { content: "✓"; margin-right: 8px; }
        .alarm .say { color: var(--bad); font-weight: 600; }
        .failure > .what { margin: 2px 0 12px; padding: 12px 16px; border: 1px solid var(--bad-line);
          border-radius: 10px; background: var(--bad-back); }
        .failure:target > .what { box-shadow: 0 0 0 3px var(--bad-line); }
        .failure > time { padding-top: 15px; }
        .failed { color: var(--bad); font-weight: 600; overflow-wrap: anywhere; }
        .failed::before { content: "✗"; margin-right: 8px; }
        .failure .line { margin-left: 8px; }

        .lanes { background: repeating-linear-gradient(90deg, transparent 0 8.5px, var(--lane) 8.5px 9.5px,
          transparent 9.5px 18px); }
        .lanes svg { display: block; fill: none; stroke: var(--c); stroke-width: 1.6; stroke-linecap: round;
          stroke-linejoin: round; }
        .lanes circle { fill: var(--c); stroke: none; }
        .c0 { --c: var(--c0); } .c1 { --c: var(--c1); } .c2 { --c: var(--c2); }
        .c3 { --c: var(--c3); } .c4 { --c: var(--c4); } .c5 { --c: var(--c5); } .host { --c: var(--quiet); }

        .fold summary { width: fit-content; padding: 2px 10px; margin-left: -10px; border-radius: 6px;
          color: var(--quiet); font-size: 13px; line-height: 18px; cursor: pointer; }
        .fold summary:hover { background: var(--well); color: var(--ink); }
        .names { margin-top: 8px; font-size: 13px; color: var(--quiet); }
        .names ul { margin: 4px 0; padding-left: 20px; max-height: 320px; overflow: auto; }
        .fold > .rows { margin: 8px 0 4px calc(-82px - var(--lanes)); }
        .fold > .rows .row:last-child > .what { padding-bottom: 0; }

        footer { display: flex; flex-wrap: wrap; gap: 4px 20px; padding-block: 24px 48px; color: var(--quiet);
          font-size: 13px; }

        @media (max-width: 860px) {
          .head, .video, .film ol, .drags, .tools, main, footer { padding-inline: 18px; }
          .frame { grid-template-columns: minmax(0, 1fr); gap: 22px; }
          figure { position: static; }
          .row { grid-template-columns: auto minmax(0, 1fr); }
          .row > time { grid-column: 1 / -1; text-align: left; }
          .row.background > time { display: none; }
          .fold > .rows { margin-left: calc(-10px - var(--lanes)); }
        }
        @media print {
          .film, .tools { display: none; }
          figure { position: static; }
        }
        """
}
