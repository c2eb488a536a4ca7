//! What a person is told where nothing was found, in five languages.

use screen_agent_wire::ide::cli_action::IdeHints;

/// A language that toasts are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastLanguage {
    English,
    Korean,
    Russian,
    Thai,
    Japanese,
}

impl ToastLanguage {
    /// The language that was asked for; where that is `auto`, unknown or absent, the one that a text is written in.
    pub fn of(asked: Option<&str>, text: &str) -> Self {
        let asked = asked.unwrap_or_default().to_lowercase();
        match asked.split(['-', '_']).next().unwrap_or_default() {
            "en" => Self::English,
            "ko" => Self::Korean,
            "ru" => Self::Russian,
            "th" => Self::Thai,
            "ja" => Self::Japanese,
            _ => Self::by_script(text),
        }
    }

    fn by_script(text: &str) -> Self {
        let of = |c: char| match c {
            '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' => Some(Self::Korean),
            '\u{0400}'..='\u{04ff}' => Some(Self::Russian),
            '\u{0e00}'..='\u{0e7f}' => Some(Self::Thai),
            '\u{3040}'..='\u{30ff}' => Some(Self::Japanese),
            _ => None,
        };
        text.chars().find_map(of).unwrap_or(Self::English)
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
            Self::Russian => "ru",
            Self::Thai => "th",
            Self::Japanese => "ja",
        }
    }
}

/// What was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NothingFound {
    /// Nothing that is dynamic, and nothing that may happen.
    Symbols,
    /// No variable.
    Variables,
    /// No event to describe.
    Events,
    /// No word that a screen could be made of.
    Components,
}

impl NothingFound {
    /// What is told, by language: English, Korean, Russian, Thai, Japanese.
    fn told(self) -> [&'static str; 5] {
        match self {
            Self::Symbols => [
                "No symbols or events were found. Put #placeholders into texts, or give inputs names.",
                "심볼이나 이벤트를 찾지 못했습니다. 텍스트에 #플레이스홀더를 넣거나 입력에 이름을 지정하세요.",
                "Символы и события не найдены. Добавьте в тексты #метки или дайте полям ввода имена.",
                "ไม่พบสัญลักษณ์หรือเหตุการณ์ โปรดใส่ #ตัวยึดตำแหน่ง ในข้อความ หรือตั้งชื่อให้ช่องกรอกข้อมูล",
                "シンボルもイベントも見つかりませんでした。テキストに #プレースホルダー を入れるか、入力欄に名前を付けてください。",
            ],
            Self::Variables => [
                "No variables were derived. Put #placeholders into texts, or give inputs names.",
                "만들어진 변수가 없습니다. 텍스트에 #플레이스홀더를 넣거나 입력에 이름을 지정하세요.",
                "Переменные не созданы. Добавьте в тексты #метки или дайте полям ввода имена.",
                "ไม่ได้สร้างตัวแปร โปรดใส่ #ตัวยึดตำแหน่ง ในข้อความ หรือตั้งชื่อให้ช่องกรอกข้อมูล",
                "変数は作られませんでした。テキストに #プレースホルダー を入れるか、入力欄に名前を付けてください。",
            ],
            Self::Events => [
                "There is no event to describe. Name one, such as #onLoginClicked, or send a screen with buttons or inputs.",
                "설명할 이벤트가 없습니다. #onLoginClicked 같은 이벤트를 지정하거나 버튼이나 입력이 있는 화면을 보내세요.",
                "Нет события для описания. Назовите его, например #onLoginClicked, или пришлите экран с кнопками или полями.",
                "ไม่มีเหตุการณ์ให้อธิบาย โปรดระบุเหตุการณ์ เช่น #onLoginClicked หรือส่งหน้าจอที่มีปุ่มหรือช่องกรอกข้อมูล",
                "説明するイベントがありません。#onLoginClicked のように指定するか、ボタンや入力欄のある画面を送ってください。",
            ],
            Self::Components => [
                "Nothing that a screen could be made of was named. Try words such as button, input, image or list.",
                "화면을 만들 수 있는 단어가 없습니다. 버튼, 입력, 이미지, 목록 같은 단어를 써 보세요.",
                "Не названо ничего, из чего можно составить экран. Попробуйте слова: кнопка, поле, картинка, список.",
                "ไม่พบคำที่ใช้สร้างหน้าจอได้ ลองใช้คำเช่น ปุ่ม ช่องกรอก รูปภาพ หรือรายการ",
                "画面を作れる言葉がありません。ボタン、入力、画像、リストなどの言葉を使ってみてください。",
            ],
        }
    }

    /// What to do next.
    fn next_action(self) -> &'static str {
        match self {
            Self::Symbols | Self::Variables => "add_placeholders",
            Self::Events => "name_event",
            Self::Components => "describe_components",
        }
    }

    /// The toasts.
    pub fn hints(self, language: ToastLanguage) -> IdeHints {
        let [en, ko, ru, th, ja] = self.told();
        let own = match language {
            ToastLanguage::English => en,
            ToastLanguage::Korean => ko,
            ToastLanguage::Russian => ru,
            ToastLanguage::Thai => th,
            ToastLanguage::Japanese => ja,
        };
        let text = |text: &str| Some(text.to_owned());
        IdeHints {
            toast: text(own),
            toast_en: text(en),
            toast_ko: text(ko),
            toast_ru: text(ru),
            toast_th: text(th),
            toast_ja: text(ja),
            next_action: text(self.next_action()),
            ..IdeHints::default()
        }
    }
}
