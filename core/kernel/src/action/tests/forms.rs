//! Every published spelling, and the narrow form that it is printed in.

use crate::action::{parse, print};

/// What is read, and what is printed of it.
const SPELLINGS: &[(&str, &str)] = &[
    ("click(12)", "click(12)"),
    ("  click( 12 )\n", "click(12)"),
    ("click(\"12\")", "click(12)"),
    ("click('6')", "click(6)"),
    ("click(\"f1_5\")", "click(\"f1_5\")"),
    ("click(f1_5)", "click(\"f1_5\")"),
    ("click(lr-1)", "click(\"lr-1\")"),
    ("click(id=12)", "click(12)"),
    ("click({\"elementId\": 12})", "click(12)"),
    ("click(i: 007)", "click(007)"),
    ("dblclick(3)", "doubleClick(3)"),
    ("double_click(3)", "doubleClick(3)"),
    ("contextMenu(3)", "rightClick(3)"),
    ("dragAndDrop(1, 2)", "dragAndDrop(1, 2)"),
    ("drag_and_drop('a', 'b')", "dragAndDrop(\"a\", \"b\")"),
    ("setValue(5, \"a, b) c\")", "setValue(5, \"a, b) c\")"),
    (
        "setValue(5, 'a, b) \"c\"', true)",
        "setValue(5, 'a, b) \"c\"')",
    ),
    ("setValue(5, \"a \\\"b\\\"\")", "setValue(5, 'a \"b\"')"),
    (
        "setValue(5, \"it's \\\"so\\\"\")",
        "setValue(5, `it's \"so\"`)",
    ),
    ("setValue(5, \"\\\"'`\")", "setValue(5, \"\\\"'`\")"),
    ("setValue(5, \"C:\\dir\")", "setValue(5, \"C:\\dir\")"),
    ("setValue(5, \"C:\\\\new\")", "setValue(5, \"C:\\\\new\")"),
    ("setValue(5, \"a\\nb\")", "setValue(5, \"a\\nb\")"),
    ("setValue(5, \"a\nb\")", "setValue(5, \"a\\nb\")"),
    (
        "setValue(5, \"caf\\u00e9 \\ud83d\\ude00\")",
        "setValue(5, \"café 😀\")",
    ),
    ("setValue(5, \"\")", "setValue(5, \"\")"),
    ("setValue(5, 42)", "setValue(5, \"42\")"),
    ("type(\"abc\")", "type(\"abc\")"),
    ("typeText(\"abc\", 50)", "type(\"abc\", 50)"),
    ("press(\"Enter\")", "press(\"Enter\")"),
    ("pressKey('Escape')", "press(\"Escape\")"),
    ("press(Enter)", "press(\"Enter\")"),
    ("press(\"return\")", "press(\"Enter\")"),
    ("press(\" \")", "press(\"Space\")"),
    ("press(\"ctrl+a\")", "press(\"a\", \"ctrl\")"),
    (
        "press(\"a\", \"shift+ctrl\")",
        "press(\"a\", \"ctrl+shift\")",
    ),
    ("press(\"a\", [\"Control\"])", "press(\"a\", \"ctrl\")"),
    ("press(\"a\", 10)", "press(\"a\", \"ctrl+shift\")"),
    ("press(\"ctrl++\")", "press(\"+\", \"ctrl\")"),
    ("press(\"+\")", "press(\"+\")"),
    ("selectDropdown(4, \"nl\")", "selectDropdown(4, \"nl\")"),
    (
        "selectOption(4, \"\", \"Netherlands\")",
        "selectDropdown(4, \"\", \"Netherlands\")",
    ),
    (
        "selectDropdown(4, null, \"Netherlands\")",
        "selectDropdown(4, \"\", \"Netherlands\")",
    ),
    (
        "selectDropdown(4, text=\"Netherlands\")",
        "selectDropdown(4, \"\", \"Netherlands\")",
    ),
    (
        "selectDropdown(4, multi=[\"a\", \"b\"])",
        "selectDropdown(4, \"\", \"\", [\"a\",\"b\"])",
    ),
    (
        "uploadFile(9, \"a.pdf\", \"b.pdf\")",
        "uploadFile(9, \"a.pdf\", \"b.pdf\")",
    ),
    (
        "upload_file(9, [\"a.pdf\", \"b.pdf\"])",
        "uploadFile(9, \"a.pdf\", \"b.pdf\")",
    ),
    ("scroll(true,1)", "scroll(true, 1)"),
    ("scroll()", "scroll(true, 1)"),
    ("scroll(\"down\")", "scroll(true, 1)"),
    ("scroll('up', 0.5)", "scroll(false, 0.5)"),
    ("scroll(12)", "scroll(true, 1, 12)"),
    ("scroll(\"list-1\")", "scroll(true, 1, \"list-1\")"),
    ("scroll(false, 2, 12)", "scroll(false, 2, 12)"),
    ("scroll_container(7)", "scroll_container(7, \"down\")"),
    ("scrollContainer(7, 'up')", "scroll_container(7, \"up\")"),
    ("getAttribute(3, \"href\")", "getAttribute(3, \"href\")"),
    (
        "navigate(\"https://a.example/?q=a,b(c)\")",
        "navigate(\"https://a.example/?q=a,b(c)\")",
    ),
    (
        "navigate(\"https://a.example\", true)",
        "navigate(\"https://a.example\", true)",
    ),
    (
        "search(\"otters\", \"bing\")",
        "search(\"otters\", \"bing\")",
    ),
    ("goBack()", "goBack()"),
    ("go_back()", "goBack()"),
    ("wait()", "wait(3)"),
    ("wait(0.5)", "wait(0.5)"),
    ("waitForElement(\"Saved\")", "waitForElement(\"Saved\")"),
    (
        "waitForElement(\"\", \"btn\", 100)",
        "waitForElement(\"\", \"btn\", 100)",
    ),
    (
        "wait_for({\"type\":\"text\",\"value\":\"Saved\"})",
        "wait_for('{\"type\":\"text\",\"value\":\"Saved\",\"timeout\":60000,\"pollInterval\":500}')",
    ),
    (
        "wait_for('{\"type\":\"element_count\",\"value\":\"li:3\",\"timeout\":10}')",
        "wait_for('{\"type\":\"element_count\",\"value\":\"li:3\",\"timeout\":10,\"pollInterval\":500}')",
    ),
    ("createTab()", "createTab()"),
    ("createTab(\"\", false)", "createTab(\"\", false)"),
    ("switchTab(2)", "switch(2)"),
    ("closeTab(\"2\")", "close(2)"),
    ("listTabs()", "getTabs()"),
    ("screenshot()", "screenshot()"),
    (
        "screenshot(false, null, \"jpeg\", 70)",
        "screenshot(false, \"\", \"jpeg\", 70)",
    ),
    (
        "waitForDialog(100, \"accept\")",
        "waitForDialog(100, \"accept\")",
    ),
    (
        "waitForDialog(30000, false)",
        "waitForDialog(30000, \"dismiss\")",
    ),
    (
        "mockResponse(\"*/api\", {\"ok\": true})",
        "mockResponse(\"*/api\", '{\"ok\":true}')",
    ),
    (
        "clearStorage(localStorage)",
        "clearStorage(\"localStorage\")",
    ),
    (
        "remember(\"k\", {\"a\": 1})",
        "remember(\"k\", '{\"a\":1}')",
    ),
    ("recall(\"*\", \"session\")", "recall(\"*\", \"session\")"),
    ("finish", "finish()"),
    ("done", "finish()"),
    ("fail", "fail()"),
    ("done(\"It is 5 (five).\")", "finish(\"It is 5 (five).\")"),
    ("finish(\"no\", false)", "finish(\"no\", false)"),
    ("dismissOverlay()", "press(\"Escape\")"),
    ("{\"name\":\"click\",\"args\":{\"id\":12}}", "click(12)"),
    ("{\"name\":\"click\",\"args\":[\"12\"]}", "click(12)"),
    ("{\"name\":\"dblclick\",\"id\":\"12\"}", "doubleClick(12)"),
    ("{\"name\":\"finish\"}", "finish()"),
];

#[test]
fn every_published_spelling_is_read() {
    for (written, printed) in SPELLINGS {
        let action = parse(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(&print(&action), printed, "{written}");
        assert_eq!(parse(printed), Ok(action), "{printed}");
    }
}
