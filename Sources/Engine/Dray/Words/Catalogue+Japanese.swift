// SPDX-License-Identifier: MIT

// The Japanese announcements.

extension Catalogue {
    public static let japanese = Catalogue(
        language: "ja",
        pickedUp: .invariable("{count}個の項目をつかみました"),
        pickedUpUncounted: "つかみました",
        pickedUpItem: "「{name}」をつかみました",
        pickedUpKinds: Kinds(
            pictures: .invariable("{count}個の画像をつかみました"), videos: .invariable("{count}個のビデオをつかみました"),
            sounds: .invariable("{count}個のオーディオファイルをつかみました"),
            texts: .invariable("{count}個のテキストをつかみました"), folders: .invariable("{count}個のフォルダをつかみました")),
        over: "「{name}」の上、{outcome}",
        overUnnamed: "ウインドウの上、{outcome}",
        overNothing: "ここには受け取るものがありません",
        asked:
            "{reason}。元に戻せません: 画像をクリックするかReturnキーを押すとドロップし、Escキーで中止します",
        askedWithoutReason:
            "元に戻せません: 画像をクリックするかReturnキーを押すとドロップし、Escキーで中止します",
        dropped: "「{name}」にドロップしました",
        droppedUnnamed: "ドロップしました",
        droppedBeside: "指の横の「{name}」にドロップしました",
        droppedBesideUnnamed: "指の横にドロップしました",
        pick: "「{name}」で選択: 矢印キーでポインタを動かし、Returnキーでつかみます",
        pickUnnamed: "選択: 矢印キーでポインタを動かし、Returnキーでつかみます",
        pickItem: "「{name}」、Returnキーでつかみます",
        notDraggable: "ドラッグできません",
        takesNothing: "「{name}」はこれを受け取りません",
        takesNothingUnnamed: "このウインドウはこれを受け取りません",
        lookingForPlace: "受け取れる場所を探しています",
        nothingTakes: "これを受け取るウインドウはありません",
        pointerTookOver: "ポインタの操作に切り替わりました",
        draggingByName: "名前の指定で「{name}」を「{target}」へドラッグします",
        outcomes: Outcomes(
            undecided: "元の場所です", copy: "コピーします", move: "移動します", ask: "操作を確認します",
            notPossible: "ここにはドロップできません"),
        ends: Ends(
            copied: "コピーしました", moved: "移動しました", done: "完了しました", handedOver: "ドロップしました",
            missed: "ドロップできませんでした: ここには受け取るものがありません",
            refused: "ドロップできませんでした: ここでは受け取れません",
            abandoned: "ドロップできませんでした: ドロップが完了しませんでした",
            targetGone: "ドロップできませんでした: 受け取るアプリが終了しました",
            sourceGone: "ドロップできませんでした: 元のアプリが終了しました",
            cancelled: "キャンセルしました",
            deviceGone: "キャンセルしました: 装置の接続が切れました",
            touchCancelled: "キャンセルしました: タッチが中断されました",
            sessionLocked: "キャンセルしました: セッションがロックされました",
            brokeOff: "一部しか届きませんでした: 転送が途中で切れました",
            transferFailed: "ドロップできませんでした: 内容を転送できませんでした",
            timedOut: "ドロップできませんでした: アプリが時間内に応答しませんでした"))
}
