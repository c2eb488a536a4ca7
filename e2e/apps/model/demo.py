"""A model's demo as people put them on the web; every call that it takes is written down."""

import json
import os
import pathlib

import gradio as gr

CALLS = pathlib.Path(os.environ["STATE"], "calls.json")


def note(**call):
    calls = json.loads(CALLS.read_text())
    calls[str(len(calls) + 1)] = call
    CALLS.write_text(json.dumps(calls))


def rate(text, language, styles, length, strict):
    note(what="rate", text=text, language=language, styles=styles, length=length, strict=strict)
    return f"Score {len(text.split()) * 3 + length} for {language}"


def count(file):
    words = len(pathlib.Path(file).read_text().split()) if file else 0
    note(what="count", file=pathlib.Path(file).name if file else "", words=words)
    return words


with gr.Blocks(title="Text rater", analytics_enabled=False) as demo:
    gr.Markdown("# Text rater\nTrained in Utrecht on 12 May 2025. Ask Yusuf for the key.")
    with gr.Tab("Rate"):
        text = gr.Textbox(label="Text")
        language = gr.Dropdown(["English", "French", "Greek", "Greenlandic", "Hindi"], value="English", label="Language")
        styles = gr.CheckboxGroup(["Formal", "Friendly", "Short"], label="Styles")
        length = gr.Slider(0, 50, value=10, step=1, label="Length")
        strict = gr.Radio(["Low", "Medium", "High"], value="Medium", label="Strictness")
        score = gr.Textbox(label="Result")
        gr.Button("Rate the text").click(rate, [text, language, styles, length, strict], score)
    with gr.Tab("Count"):
        file = gr.File(label="File")
        words = gr.Number(label="Words")
        gr.Button("Count the words").click(count, file, words)

demo.launch(server_name="127.0.0.1", server_port=int(os.environ["PORT"]), quiet=True, show_api=False)
