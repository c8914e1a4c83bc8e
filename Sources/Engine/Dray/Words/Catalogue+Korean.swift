// SPDX-License-Identifier: MIT

// The Korean announcements.

extension Catalogue {
    // A name is only followed by particles that have the same form after vowels and consonants.
    public static let korean = Catalogue(
        language: "ko",
        pickedUp: .invariable("항목 {count}개를 집었습니다"),
        pickedUpUncounted: "집었습니다",
        pickedUpItem: "“{name}” 항목을 집었습니다",
        pickedUpKinds: Kinds(
            pictures: .invariable("그림 {count}개를 집었습니다"), videos: .invariable("동영상 {count}개를 집었습니다"),
            sounds: .invariable("오디오 파일 {count}개를 집었습니다"), texts: .invariable("텍스트 {count}개를 집었습니다"),
            folders: .invariable("폴더 {count}개를 집었습니다")),
        over: "“{name}” 위, {outcome}",
        overUnnamed: "창 위, {outcome}",
        overNothing: "여기에는 놓을 수 있는 곳이 없습니다",
        asked:
            "{reason}. 되돌릴 수 없습니다: 이미지를 클릭하거나 Return 키를 누르면 놓고, Esc 키를 누르면 취소합니다",
        askedWithoutReason:
            "되돌릴 수 없습니다: 이미지를 클릭하거나 Return 키를 누르면 놓고, Esc 키를 누르면 취소합니다",
        dropped: "“{name}”에 놓았습니다",
        droppedUnnamed: "놓았습니다",
        droppedBeside: "손가락 옆의 “{name}”에 놓았습니다",
        droppedBesideUnnamed: "손가락 옆에 놓았습니다",
        pick: "“{name}”에서 선택: 화살표 키로 포인터를 움직이고 Return 키로 집습니다",
        pickUnnamed: "선택: 화살표 키로 포인터를 움직이고 Return 키로 집습니다",
        pickItem: "“{name}”, Return 키로 집습니다",
        notDraggable: "드래그할 수 없습니다",
        takesNothing: "“{name}”에는 이것을 놓을 수 없습니다",
        takesNothingUnnamed: "이 창에는 이것을 놓을 수 없습니다",
        lookingForPlace: "놓을 수 있는 곳을 찾고 있습니다",
        nothingTakes: "이것을 놓을 수 있는 창이 없습니다",
        pointerTookOver: "이제 포인터로 움직입니다",
        draggingByName: "이름으로 “{name}” 항목을 “{target}”(으)로 드래그합니다",
        outcomes: Outcomes(
            undecided: "원래 위치", copy: "복사됩니다", move: "이동됩니다", ask: "무엇을 할지 묻습니다",
            notPossible: "여기에 놓을 수 없습니다"),
        ends: Ends(
            copied: "복사했습니다", moved: "이동했습니다", done: "완료했습니다", handedOver: "놓았습니다",
            missed: "놓지 못했습니다: 여기에는 놓을 수 있는 곳이 없습니다",
            refused: "놓지 못했습니다: 여기에서는 받을 수 없습니다",
            abandoned: "놓지 못했습니다: 놓기가 끝나지 않았습니다",
            targetGone: "놓지 못했습니다: 받을 앱이 종료되었습니다",
            sourceGone: "놓지 못했습니다: 보낸 앱이 종료되었습니다",
            cancelled: "취소했습니다",
            deviceGone: "취소했습니다: 장치 연결이 끊겼습니다",
            touchCancelled: "취소했습니다: 터치가 중단되었습니다",
            sessionLocked: "취소했습니다: 세션이 잠겼습니다",
            brokeOff: "일부만 도착했습니다: 전송이 중간에 끊겼습니다",
            transferFailed: "놓지 못했습니다: 내용을 전송할 수 없었습니다",
            timedOut: "놓지 못했습니다: 앱이 제때 응답하지 않았습니다"))
}
