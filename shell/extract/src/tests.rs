use std::io::{Cursor, Write};

use proptest::prelude::*;
use screen_agent_knowledge::{BlockKind, ExtractedDocument};
use zip::write::SimpleFileOptions;

use super::*;

fn about(name: &str, bytes: &[u8]) -> (FileKind, String) {
    let reading = read(name, bytes).unwrap();
    (reading.kind, reading.about)
}

fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn document(body: &str) -> Vec<u8> {
    let text = format!("<?xml version=\"1.0\"?><w:document><w:body>{body}</w:body></w:document>");
    archive(&[
        ("[Content_Types].xml", "<Types/>"),
        ("word/document.xml", &text),
    ])
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn a_file_is_what_is_in_it() {
    for (name, bytes, expected) in [
        ("a.txt", "one\ntwo\n", (FileKind::Text, "a text of 2 lines")),
        ("a.md", "# One", (FileKind::Markdown, "a text of 1 line")),
        (
            "a",
            "{\"a\": 1}",
            (FileKind::Json, "JSON, an object with 1 field"),
        ),
        (
            "a",
            "[1, 2]",
            (FileKind::Json, "JSON, a list with 2 entries"),
        ),
        (
            "a",
            "[draft] of a letter",
            (FileKind::Text, "a text of 1 line"),
        ),
        (
            "a",
            "<?xml version='1.0'?><a><b/></a>",
            (FileKind::Xml, "XML with 2 elements"),
        ),
        (
            "a.csv",
            "name;city\nAnn;Lima\nBob;Oslo\n",
            (
                FileKind::Csv,
                "a table of 2 columns and 2 rows below its heading",
            ),
        ),
        (
            "a.txt",
            "A file that begins with %PDF- is a PDF.",
            (FileKind::Text, "a text of 1 line"),
        ),
    ] {
        let (kind, words) = expected;
        assert_eq!(
            about(name, bytes.as_bytes()),
            (kind, words.to_owned()),
            "{name}"
        );
    }
}

#[test]
fn what_is_no_text_is_refused() {
    for (name, bytes, expected) in [
        (
            "a.txt",
            b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".as_slice(),
            Unreadable::Unsupported,
        ),
        (
            "a.csv",
            b"\x7fELF\x02\x01\x01\0".as_slice(),
            Unreadable::Unsupported,
        ),
        (
            "a.doc",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0".as_slice(),
            Unreadable::Unsupported,
        ),
        ("a.json", b"{\"a\": ".as_slice(), Unreadable::Broken),
        ("a.xml", b"<a><b></a>".as_slice(), Unreadable::Broken),
        ("a.xml", b"<a>".as_slice(), Unreadable::Broken),
        ("a.xml", b"no elements".as_slice(), Unreadable::Broken),
        ("a.txt", b" \n ".as_slice(), Unreadable::NoText),
        ("a.txt", b"".as_slice(), Unreadable::NoText),
        (
            "a.docx",
            b"PK\x03\x04 and nothing more".as_slice(),
            Unreadable::Broken,
        ),
        ("a.txt", b"\xff\xfea".as_slice(), Unreadable::Broken),
    ] {
        assert_eq!(read(name, bytes).err(), Some(expected), "{name} {bytes:?}");
    }
}

#[test]
fn text_is_read_however_it_was_written() {
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("Zoë".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    for bytes in [b"\xef\xbb\xbfZo\xc3\xab".as_slice(), b"Zo\xeb", &wide] {
        assert_eq!(read("a.txt", bytes).unwrap().text, "Zoë", "{bytes:?}");
    }
    assert_eq!(read("a.txt", b"5 \x80").unwrap().text, "5 €");
}

#[test]
fn a_document_type_is_refused_wherever_it_stands() {
    let bomb = "<!DOCTYPE a [<!ENTITY x \"xxxx\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>";
    assert_eq!(
        read("a.xml", bomb.as_bytes()).err(),
        Some(Unreadable::Declares)
    );
    let docx = archive(&[("word/document.xml", bomb)]);
    assert_eq!(read("a.docx", &docx).err(), Some(Unreadable::Declares));
}

#[test]
fn nesting_has_an_end() {
    let xml = format!("{}{}", "<a>".repeat(100), "</a>".repeat(100));
    assert_eq!(
        read("a.xml", xml.as_bytes()).err(),
        Some(Unreadable::TooMuch)
    );
    let json = "[".repeat(100_000);
    assert_eq!(
        read("a.json", json.as_bytes()).err(),
        Some(Unreadable::Broken)
    );
}

#[test]
fn a_document_is_read_paragraph_by_paragraph() {
    let body = "<w:p><w:r><w:t>Dear A &amp; B,</w:t></w:r></w:p>\
        <w:p><w:r><w:t xml:space=\"preserve\">one </w:t></w:r><w:del><w:delText>gone</w:delText></w:del><w:r><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Room</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>3</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    let reading = read("letter.docx", &document(body)).unwrap();
    assert_eq!(reading.kind, FileKind::Docx);
    assert_eq!(reading.text, "Dear A & B,\none two\nthree\nRoom \t3 \t\n");
    assert_eq!(reading.about, "a document of 4 paragraphs");
}

#[test]
fn an_archive_that_is_no_document_is_not_one() {
    let other = archive(&[("a.txt", "hello")]);
    assert_eq!(read("a.docx", &other).err(), Some(Unreadable::Unsupported));
}

#[test]
fn a_bomb_is_not_unpacked() {
    let zeros = " ".repeat(12 * 1024 * 1024);
    let bomb = document(&format!("<w:p><w:r><w:t>{zeros}</w:t></w:r></w:p>"));
    assert!(bomb.len() < 200_000);
    assert_eq!(read("a.docx", &bomb).err(), Some(Unreadable::TooMuch));
    let names: Vec<String> = (0..1_001).map(|n| format!("part{n}.xml")).collect();
    let parts: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "x")).collect();
    assert_eq!(
        read("a.docx", &archive(&parts)).err(),
        Some(Unreadable::TooMuch)
    );
}

/// The archive says that its part is small.
#[test]
fn a_bomb_that_lies_is_not_unpacked() {
    let honest = document(&" ".repeat(1024 * 1024));
    let mut lying = honest.clone();
    let size = u32::try_from(
        1024 * 1024 + "<?xml version=\"1.0\"?><w:document><w:body></w:body></w:document>".len(),
    )
    .unwrap();
    let (old, new) = (size.to_le_bytes(), 1_000_u32.to_le_bytes());
    let mut changed = 0;
    for at in 0..lying.len() - 4 {
        if lying[at..at + 4] == old {
            lying[at..at + 4].copy_from_slice(&new);
            changed += 1;
        }
    }
    assert!(changed > 0);
    let read = read("a.docx", &lying);
    assert!(
        matches!(read, Err(Unreadable::TooMuch | Unreadable::Broken)),
        "{read:?}"
    );
}

#[test]
fn a_table_has_bounds() {
    let wide = vec!["a"; 2_001].join(",");
    assert_eq!(
        read("a.csv", wide.as_bytes()).err(),
        Some(Unreadable::TooMuch)
    );
    let long = "a\n".repeat(100_002);
    assert_eq!(
        read("a.csv", long.as_bytes()).err(),
        Some(Unreadable::TooMuch)
    );
}

#[test]
fn a_lone_record_is_told_by_name() {
    let expected = [pair("First name", "Ann"), pair("Note", "a, \"b\"")];
    let csv = "First name,Empty,Note\nAnn,,\"a, \"\"b\"\"\"\n";
    assert_eq!(read("a.csv", csv.as_bytes()).unwrap().record, expected);
    let json = r#"[{"First name": "Ann", "Empty": null, "Note": "a, \"b\"", "more": {"x": 1}}]"#;
    let mut record = read("a.json", json.as_bytes()).unwrap().record;
    record.sort();
    assert_eq!(record, expected);
    let two = "a,b\n1,2\n3,4\n";
    assert_eq!(read("a.csv", two.as_bytes()).unwrap().record, []);
}

#[test]
fn a_table_is_its_rows_however_it_is_written() {
    let expected = NamedRows {
        names: ["Name", "City"].map(str::to_owned).to_vec(),
        rows: vec![
            ["Ann", "Oslo; Bergen"].map(str::to_owned).to_vec(),
            ["Bo", ""].map(str::to_owned).to_vec(),
        ],
    };
    let wide: Vec<u8> = "\u{feff}Name\tCity\nAnn\tOslo; Bergen\n\t\nBo\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, bytes) in [
        (
            "a.csv",
            b"Name, City\r\nAnn, Oslo; Bergen\r\n\r\nBo,\r\n".as_slice(),
        ),
        ("a.txt", b"Name;City\nAnn;\"Oslo; Bergen\"\n;\nBo;;more\n"),
        ("a.tsv", &wide),
        (
            "a.json",
            br#"[{"Name": "Ann", "City": "Oslo; Bergen", "more": {"x": 1}}, {}, {"Name": "Bo"}]"#,
        ),
    ] {
        let read = table(name, bytes);
        // The members of an object have no order of their own.
        let sorted = read.map(|mut read| {
            if read.names.first().is_some_and(|name| name == "City") {
                read.names.reverse();
                read.rows.iter_mut().for_each(|row| row.reverse());
            }
            read
        });
        assert_eq!(sorted.as_ref(), Ok(&expected), "{name}");
    }
    for (name, bytes) in [
        ("a.json", br#"{"Name": "Ann"}"#.as_slice()),
        ("a.xml", b"<a/>"),
        ("a.csv", b"%PDF-1.7"),
    ] {
        assert!(table(name, bytes).is_err(), "{name}");
    }
}

#[test]
fn a_contact_card_is_a_record() {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee;Ann;Mary;;\r\nFN:Ann Lee\r\nORG:Acme\\, Inc.;Sales\r\n\
        item1.EMAIL;TYPE=INTERNET:ann@x.test\r\nEMAIL:other@x.test\r\nTEL;TYPE=cell:+47\r\n  1\r\n\
        ADR;TYPE=home:;;Quay 1;Oslo;;0150;Norway\r\nBDAY:19900203\r\nX-OWN:x\r\nEND:VCARD\r\n";
    let read_card = read("a.vcf", card.as_bytes()).unwrap();
    assert_eq!(read_card.about, "1 contact card");
    assert_eq!(
        read_card.record,
        [
            pair("Last name", "Lee"),
            pair("First name", "Ann"),
            pair("Name", "Ann Lee"),
            pair("Company", "Acme, Inc."),
            pair("E-mail", "ann@x.test"),
            pair("Phone", "+47 1"),
            pair("Street", "Quay 1"),
            pair("City", "Oslo"),
            pair("Postcode", "0150"),
            pair("Country", "Norway"),
            pair("Birthday", "1990-02-03"),
        ]
    );
    let two = read("a.vcf", card.repeat(2).as_bytes()).unwrap();
    assert_eq!(
        (two.about.as_str(), two.record),
        ("2 contact cards", vec![])
    );
}

#[test]
fn a_table_of_a_document_is_a_record() {
    let table = |rows: &[&[&str]]| {
        let cell = |words: &&str| format!("<w:tc><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:tc>");
        let row = |cells: &&[&str]| {
            let cells: String = cells.iter().map(cell).collect();
            format!("<w:tr>{cells}</w:tr>")
        };
        let rows: String = rows.iter().map(row).collect();
        format!("<w:tbl>{rows}</w:tbl>")
    };
    let record = |body: &str| {
        let text = format!("<w:document><w:body>{body}</w:body></w:document>");
        read("a.docx", &archive(&[("word/document.xml", &text)]))
            .unwrap()
            .record
    };
    let pairs = table(&[&["Name:", "Ann Lee"], &["City", "Oslo"]]);
    assert_eq!(
        record(&pairs),
        [pair("Name", "Ann Lee"), pair("City", "Oslo")]
    );
    let head = table(&[&["Name", "City", "Age"], &["Ann", "Oslo", "7"]]);
    assert_eq!(
        record(&head),
        [pair("Name", "Ann"), pair("City", "Oslo"), pair("Age", "7")]
    );
    // As a word processor writes it, styles and all.
    let written = include_bytes!("../../../fixtures/files/guest.docx");
    assert_eq!(
        read("guest.docx", written).unwrap().record,
        [
            pair("First name", "Ines"),
            pair("Last name", "Calder"),
            pair("E-mail address", "ines@perihelion.example"),
            pair("Country", "Switzerland"),
        ]
    );
    for several in [
        format!("{pairs}{pairs}"),
        table(&[&["a", "b", "c"], &["1"], &["2"]]),
    ] {
        assert_eq!(record(&several), []);
    }
}

#[test]
fn much_text_is_cut() {
    let text = "ä".repeat(TEXT + 1);
    let reading = read("a.txt", text.as_bytes()).unwrap();
    assert!(reading.cut);
    assert_eq!(reading.text.chars().count(), TEXT);
}

#[test]
fn letters_that_nobody_sees_are_not_read() {
    let styles = r#"<w:styles><w:style w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Dark"><w:pPr><w:shd w:fill="000000"/></w:pPr></w:style></w:styles>"#;
    let run =
        |looks: &str, words: &str| format!("<w:r><w:rPr>{looks}</w:rPr><w:t>{words}</w:t></w:r>");
    for (looks, seen) in [
        ("", true),
        ("<w:vanish/>", false),
        (r#"<w:vanish w:val="1"></w:vanish>"#, false),
        (r#"<w:vanish w:val="false"/>"#, true),
        ("<w:webHidden/>", false),
        (r#"<w:color w:val="FFFFFF"/>"#, false),
        (r#"<w:color w:val="fefefe"/>"#, false),
        (r#"<w:color w:val="FF0000"/>"#, true),
        (r#"<w:color w:val="auto"/>"#, true),
        (
            r#"<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>"#,
            true,
        ),
        (
            r#"<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="FFFFFF"/>"#,
            false,
        ),
        (
            r#"<w:color w:val="FFFFFF"/><w:highlight w:val="blue"/>"#,
            true,
        ),
        (r#"<w:sz w:val="2"/>"#, false),
        (r#"<w:sz w:val="16"/>"#, true),
        (r#"<w:rStyle w:val="Gone"/>"#, false),
        (r#"<w:rStyle w:val="Other"/>"#, true),
    ] {
        let body = format!(
            "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>{}{}</w:p>",
            run("", "Plain."),
            run(looks, "Then.")
        );
        let bytes = archive(&[
            (
                "word/document.xml",
                &format!("<w:document>{body}</w:document>"),
            ),
            ("word/styles.xml", styles),
        ]);
        let text = read("a.docx", &bytes).unwrap().text;
        assert_eq!(
            (text.contains("Plain."), text.contains("Then.")),
            (true, seen),
            "{looks}"
        );
    }
}

#[test]
fn white_letters_are_read_where_something_lies_behind_them() {
    let white = r#"<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>White.</w:t></w:r>"#;
    let styles = r#"<w:styles><w:style w:styleId="Dark"><w:pPr><w:shd w:fill="000000"/></w:pPr></w:style></w:styles>"#;
    for (body, seen) in [
        (format!("<w:p>{white}</w:p>"), false),
        (
            format!(r#"<w:background w:color="000000"/><w:p>{white}</w:p>"#),
            true,
        ),
        (
            format!(r#"<w:p><w:pPr><w:pStyle w:val="Dark"/></w:pPr>{white}</w:p>"#),
            true,
        ),
        (
            format!(r#"<w:p><w:pPr><w:shd w:fill="222222"/></w:pPr>{white}</w:p>"#),
            true,
        ),
        (
            format!(
                r#"<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="222222"/></w:tcPr><w:p>{white}</w:p></w:tc></w:tr></w:tbl>"#
            ),
            true,
        ),
        (
            format!(
                r#"<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc><w:p>{white}</w:p></w:tc></w:tr></w:tbl>"#
            ),
            true,
        ),
        (
            format!(
                r#"<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="222222"/></w:tcPr><w:p/></w:tc><w:tc><w:p>{white}</w:p></w:tc></w:tr></w:tbl>"#
            ),
            false,
        ),
        (
            format!(r#"<w:p><w:r><w:txbxContent><w:p>{white}</w:p></w:txbxContent></w:r></w:p>"#),
            true,
        ),
    ] {
        let body = format!("<w:p><w:r><w:t>Plain.</w:t></w:r></w:p>{body}");
        let bytes = archive(&[
            (
                "word/document.xml",
                &format!("<w:document>{body}</w:document>"),
            ),
            ("word/styles.xml", styles),
        ]);
        let text = read("a.docx", &bytes).unwrap().text;
        assert_eq!(
            (text.contains("Plain."), text.contains("White.")),
            (true, seen),
            "{body}"
        );
    }
}

/// A PDF of one page for each stream, as small as they come.
#[cfg(feature = "pdf")]
fn printed(streams: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..streams.len())
        .map(|at| format!("{} 0 R", 4 + at * 2))
        .collect();
    let mut parts = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!(
            "<</Type/Pages/Kids[{}]/Count {}>>",
            kids.join(" "),
            streams.len()
        ),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    for (at, stream) in streams.iter().enumerate() {
        parts.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</Font<</F 3 0 R>>>>/Contents {} 0 R>>",
            5 + at * 2
        ));
        parts.push(format!(
            "<</Length {}>>stream\n{stream}\nendstream",
            stream.len()
        ));
    }
    let mut bytes = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        places.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n{part}\nendobj\n", at + 1).into_bytes());
    }
    let table = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", parts.len() + 1).into_bytes());
    for place in places {
        bytes.extend(format!("{place:010} 00000 n \n").into_bytes());
    }
    bytes.extend(
        format!(
            "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF",
            parts.len() + 1
        )
        .into_bytes(),
    );
    bytes
}

#[cfg(feature = "pdf")]
#[test]
fn letters_that_are_not_printed_are_not_read() {
    const PLAIN: &str = "BT /F 12 Tf 20 200 Td (Plain words.) Tj ET";
    for (looks, seen) in [
        ("BT /F 12 Tf 20 100 Td (Then more.) Tj ET", true),
        ("BT 3 Tr /F 12 Tf 20 100 Td (Then more.) Tj ET", false),
        ("BT 7 Tr /F 12 Tf 20 100 Td (Then more.) Tj ET", false),
        ("BT 1 Tr /F 12 Tf 20 100 Td (Then more.) Tj ET", true),
        ("BT 1 g /F 12 Tf 20 100 Td (Then more.) Tj ET", false),
        ("BT 1 1 1 rg /F 12 Tf 20 100 Td (Then more.) Tj ET", false),
        (
            "0 0 0 rg 0 90 300 40 re f BT 1 1 1 rg /F 12 Tf 20 100 Td (Then more.) Tj ET",
            true,
        ),
        ("BT /F 0.5 Tf 20 100 Td (Then more.) Tj ET", false),
        ("BT /F 1 Tf 12 0 0 12 20 100 Tm (Then more.) Tj ET", true),
    ] {
        let bytes = printed(&[&format!("q {PLAIN} Q {looks}")]);
        let text = read("a.pdf", &bytes).unwrap().text;
        assert_eq!(
            (text.contains("Plain words."), text.contains("Then more.")),
            (true, seen),
            "{looks}: {text}"
        );
    }
}

#[cfg(feature = "pdf")]
#[test]
fn what_lies_under_a_scan_is_its_text() {
    const UNDER: &str = "BT 3 Tr /F 12 Tf 20 100 Td (Under a picture.) Tj ET";
    let alone = read("a.pdf", &printed(&[UNDER])).unwrap().text;
    assert!(alone.contains("Under a picture."), "{alone}");
    let beside = read(
        "a.pdf",
        &printed(&["BT /F 12 Tf 20 200 Td (Printed.) Tj ET", UNDER]),
    )
    .unwrap()
    .text;
    assert!(
        beside.contains("Printed.") && !beside.contains("Under"),
        "{beside}"
    );
}

#[cfg(feature = "pdf")]
#[test]
fn pages_are_read_with_their_letters_and_tables() {
    let bytes = include_bytes!("../../../fixtures/files/office.pdf");
    let reading = read("office.pdf", bytes).unwrap();
    assert_eq!(
        (reading.kind, reading.about.as_str()),
        (FileKind::Pdf, "a PDF of 1 page")
    );
    for words in [
        "The official office opens at nine.",
        "Éva Müller",
        "式会社",
        "Archive",
    ] {
        assert!(reading.text.contains(words), "{words} in {}", reading.text);
    }
}

#[cfg(feature = "pdf")]
#[test]
fn a_damaged_pdf_is_an_error_and_not_a_panic() {
    let bytes = include_bytes!("../../../fixtures/files/office.pdf");
    for part in 1..40 {
        let cut = &bytes[..bytes.len() * part / 40];
        let _ = read("a.pdf", cut);
        let mut flipped = bytes.to_vec();
        flipped[bytes.len() * part / 41] ^= 0x55;
        let _ = read("a.pdf", &flipped);
    }
}

proptest! {
    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..400), name in "[a-z]\\.(csv|json|xml|txt|md|docx)") {
        let _ = read(&name, &bytes);
        let text = String::from_utf8_lossy(&bytes);
        let _ = read(&name, text.as_bytes());
    }
}

/// The kinds and words of a document's blocks.
fn blocks(document: &ExtractedDocument) -> Vec<(BlockKind, &str)> {
    let blocks = document.blocks.iter();
    blocks
        .map(|block| (block.kind, block.text.as_str()))
        .collect()
}

#[test]
fn documents_keep_their_structure() {
    let styles = "<w:styles><w:style w:styleId=\"T2\"><w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr></w:style></w:styles>";
    let text = "<w:document><w:body><w:p><w:pPr><w:pStyle w:val=\"T2\"/></w:pPr><w:r><w:t>Leave</w:t></w:r></w:p>\
        <w:p><w:r><w:t>Twenty days.</w:t></w:r></w:p></w:body></w:document>";
    let word = archive(&[("word/document.xml", text), ("word/styles.xml", styles)]);
    let read = read_documents("a.docx", &word).unwrap();
    assert_eq!(
        blocks(&read[0]),
        [
            (BlockKind::Heading(2), "Leave"),
            (BlockKind::Text, "Twenty days.")
        ]
    );
    for (name, text, expected) in [
        (
            "a.csv",
            "name,role\nAnn,boss\nBob,\n",
            vec!["name: Ann; role: boss", "name: Bob"],
        ),
        (
            "a.json",
            r#"{"a": {"b": 1, "c": ["x", null]}}"#,
            vec!["a.b: 1", "a.c: x"],
        ),
        (
            "a.json",
            r#"[{"a": 1, "b": true}, "x"]"#,
            vec!["a: 1; b: true", "x"],
        ),
        (
            "a.xml",
            "<?xml version='1.0'?><r><q>Why?</q><a><![CDATA[So.]]></a></r>",
            vec!["q: Why?", "a: So."],
        ),
        (
            "x",
            "<!doctype html><title>T</title><p>One paragraph of words.</p>",
            vec!["One paragraph of words."],
        ),
    ] {
        let read = read_documents(name, text.as_bytes()).unwrap();
        let words: Vec<&str> = blocks(&read[0])
            .into_iter()
            .map(|(_, words)| words)
            .collect();
        assert_eq!(words, expected, "{name}");
    }
}

#[test]
fn an_archive_is_the_files_in_it() {
    let inner = archive(&[("x.txt", "never read")]);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default();
    writer.add_directory("docs", plain).unwrap();
    for (name, bytes) in [
        ("docs/a.md", b"# A\n\nwords".as_slice()),
        ("docs/picture.png", b"\x89PNG\0\0"),
        ("docs/inner.zip", &inner),
        (".git/config", b"secret"),
        ("__MACOSX/a.md", b"shadow"),
        ("docs/wrong.pdf", b"plain text after all"),
    ] {
        writer.start_file(name, plain).unwrap();
        writer.write_all(bytes).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    let read = read_documents("a.zip", &bytes).unwrap();
    let names: Vec<&str> = read.iter().map(|document| document.name.as_str()).collect();
    assert_eq!(names, ["docs/a.md", "docs/wrong.pdf"]);
}

#[test]
fn archives_that_mean_harm_are_refused() {
    let zeros = "0".repeat(8 * 1024 * 1024);
    for (what, bytes, expected) in [
        ("a bomb", archive(&[("a.txt", &zeros)]), Unreadable::TooMuch),
        (
            "a way out",
            archive(&[("a.txt", "x"), ("../../etc/cron.d/x", "y")]),
            Unreadable::Broken,
        ),
        (
            "nothing to read",
            archive(&[("a.bin", "\u{0}")]),
            Unreadable::NoText,
        ),
        ("nothing at all", archive(&[]), Unreadable::Unsupported),
    ] {
        assert_eq!(
            read_documents("a.zip", &bytes).err(),
            Some(expected),
            "{what}"
        );
    }
    let laughs =
        "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><l>&b;</l>";
    assert_eq!(
        read_documents("a.xml", laughs.as_bytes()).err(),
        Some(Unreadable::Declares)
    );
}

#[test]
fn ten_megabytes_of_text_are_read_whole() {
    let text = "Words upon words, line by line.\n".repeat(320 * 1024);
    assert!(text.len() >= 10 * 1024 * 1024);
    let read = read_documents("a.txt", text.as_bytes()).unwrap();
    let length: usize = read[0].blocks.iter().map(|block| block.text.len()).sum();
    assert_eq!(length, text.trim_end().len());
}
