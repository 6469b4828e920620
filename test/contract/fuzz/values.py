"""Texts and files that fields accept. A schema cannot express what they mean."""

import json
import os
from pathlib import Path

_fixtures = Path(os.environ["CONTRACT_FIXTURES"])
site = os.environ["CONTRACT_SITE"]
# Ids of uploads by media type.
uploads = json.loads(os.environ["CONTRACT_UPLOADS"])

# Files that only forms need, by name. All others are fixtures, or stand for assets of any content.
_made = {
    "notes.md": b"# Notes\n\nOne *paragraph*.\n",
    "template.html": b"<!doctype html><title>Notes</title><main>{{content}}</main>",
}
_office = "application/vnd.openxmlformats-officedocument."
_by_type = {
    "application/pdf": ["report.pdf", "cover.pdf"],
    "font/ttf": ["fonts/sample.ttf"],
    "text/html": ["page.html"],
    "text/markdown": ["notes.md"],
    "text/xml": ["invoice.xml"],
    f"{_office}wordprocessingml.document": ["letter.docx"],
    f"{_office}spreadsheetml.sheet": ["budget.xlsx"],
    f"{_office}presentationml.presentation": ["slides.pptx"],
}
_by_field = {
    # Each must be the file of a stamp.
    "overlays": ["cover.pdf"],
    "template": ["template.html"],
    "stamp": ["cover.pdf"],
    "watermark": ["cover.pdf"],
}
_assets = ["logo.png", "style.css", "font.woff2", "script.js", "data.json"]
# Routes of Gotenberg know files by their names.
_by_route = {
    "/forms/chromium/convert/html": ["page.html as index.html"],
    "/forms/chromium/screenshot/html": ["page.html as index.html"],
    "/forms/chromium/convert/markdown": ["template.html as index.html", "notes.md"],
    "/forms/chromium/screenshot/markdown": ["template.html as index.html", "notes.md"],
    "/forms/libreoffice/convert": ["letter.docx", "budget.xlsx", "slides.pptx"],
    "/forms/pdfengines/": ["report.pdf", "cover.pdf"],
}

_lengths = ["0", "5mm", "0.5in", "12pt"]
_templates = ["<span class=title></span>", "<b>"]
# These are valid for the fixtures, alone and combined.
_texts = {
    # The fixtures have no bookmarks.
    "mode": ["ranges", "every", "size"],
    "ranges": ["1", "1-1", "1-", "-1", "1,1", " 1 , 1-1 "],
    "pages": ["1", "1-", "1,1-1"],
    "pageRanges": ["1", "1-", "1,1-1"],
    "password": ["secret", "pässwörd"],
    "metadata": ['{"title":"Annual report"}', '{"Department":"Sales","keywords":""}', "{}"],
    "bookmarks": ['[{"title":"Introduction","page":1}]', "[]"],
    "rotate": ["90", '[{"pages":"1","angle":180}]'],
    # The fixtures have no form.
    "form": ["{}"],
    "attachmentsMetadata": ["{}"],
    "facturXProfile": ["en16931"],
    "url": [f"{site}/page", f"{site}/echo", f"{site}/redirect?to=/page"],
    "webhookUrl": [f"{site}/hook/contract"],
    "deliverTo": [f"{site}/files/delivered"],
    "downloadFrom": [json.dumps([{"url": f"{site}/files/report.pdf?name=report.pdf"}]), "[]"],
    "paperWidth": ["100mm", "8.5in", "20 cm", "600px", "7"],
    "paperHeight": ["100mm", "11in", "29.7 cm", "800px", "7"],
    **dict.fromkeys(["marginTop", "marginRight", "marginBottom", "marginLeft"], _lengths),
    **dict.fromkeys(["headerTemplate", "footerTemplate"], _templates),
    "waitForSelector": ["body", "html > body"],
    "waitForExpression": ["true", "document.readyState === 'complete'"],
    "selector": ["body", "body > *"],
    "clip": ['{"x":0,"y":0,"width":64,"height":48}'],
    "cookies": ['[{"name":"session","value":"abc"}]', "[]"],
}
_texts_of = {
    # What a Word document can become.
    ("convert-office", "format"): ["docx", "odt", "rtf", "txt", "html", "png"],
}
# Fields that the fixtures require: the PDFs declare no standard.
always = {"validate-pdf": {"conformance": "2b"}}
# Fields that, with those that its schema requires, make a valid form.
sufficient = {"split-pdf": {"ranges": "1"}, "edit-pdf": {"pages": "1"}}


def texts_of(operation_id, name, schema):
    """Values of a text field; None if it accepts every text that its schema accepts."""
    known = _texts_of.get((operation_id, name), _texts.get(name))
    if known is None and (_is_json(schema) or operation_id.startswith("gotenberg-")):
        return schema["examples"]
    return known


def _is_json(schema):
    return schema.get("contentMediaType") == "application/json" or any(map(_is_json, schema.get("anyOf", [])))


def files_of(path, name, schema):
    """Files of a field: their names, `report.pdf`, or those that they are sent with, `page.html as index.html`."""
    if path.startswith("/forms/") and name == "files":
        return next((files for route, files in _by_route.items() if path.startswith(route)), _assets)
    return _by_field.get(name) or _by_type.get(schema["anyOf"][0].get("contentMediaType"), _assets)


def open_file(file, index):
    """The name and the content of a file. Pages refer to assets by name, so that names are unique."""
    source, _, name = file.partition(" as ")
    fixture = _fixtures / source
    if source in _made:
        return name or source, _made[source]
    return (name or fixture.name, fixture.read_bytes()) if fixture.exists() else (f"{index}-{source}", b"x")
