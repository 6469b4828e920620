"""Values for the fields of forms, and the forms themselves."""

import json
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import jsonschema_rs

FORM = "multipart/form-data"

_fixtures = Path(os.environ["CONTRACT_FIXTURES"])
_site = os.environ["CONTRACT_SITE"]
# Ids of uploads by media type.
_uploads = json.loads(os.environ["CONTRACT_UPLOADS"])

_office = "application/vnd.openxmlformats-officedocument."
_files = {
    "application/pdf": ["report.pdf", "cover.pdf"],
    "text/html": ["page.html"],
    f"{_office}wordprocessingml.document": ["letter.docx"],
    f"{_office}spreadsheetml.sheet": ["budget.xlsx"],
    f"{_office}presentationml.presentation": ["slides.pptx"],
}
_assets = ["logo.png", "style.css", "font.woff2", "script.js", "data.json"]

# A schema cannot express the meaning of fields. These values are valid for the fixtures, alone and combined.
_meaningful = {
    # The fixtures have no bookmarks.
    "mode": ["ranges", "every", "size"],
    "ranges": ["1", "1-1", "1-", "-1", "1,1", " 1 , 1-1 "],
    "pageRanges": ["1", "1-", "1,1-1"],
    "password": ["secret", "pässwörd"],
    "metadata": ['{"title":"Annual report"}', '{"Department":"Sales","keywords":""}', "{}"],
    "url": [f"{_site}/page", f"{_site}/echo", f"{_site}/redirect?to=/page"],
    "webhookUrl": [f"{_site}/hook/contract"],
    "paperWidth": ["100mm", "8.5in", "20 cm", "600px", "7"],
    "paperHeight": ["100mm", "11in", "29.7 cm", "800px", "7"],
    "marginTop": ["0", "5mm", "0.5in", "12pt"],
    "waitForSelector": ["body", "html > body"],
    "waitForExpression": ["true", "document.readyState === 'complete'"],
    "selector": ["body", "body > *"],
    "headerTemplate": ["<span class=title></span>", "<b>"],
    "extraHttpHeaders": ['{"X-Name":"value"}', "{}"],
    "cookies": ['[{"name":"session","value":"abc"}]', "[]"],
}
_meaningful |= dict.fromkeys(["marginRight", "marginBottom", "marginLeft"], _meaningful["marginTop"])
_meaningful["footerTemplate"] = _meaningful["headerTemplate"]

# Other targets of pages and webhooks: addresses that are rejected, and reserved names (RFC 6761).
_harmless = ["127.0.0.1", "[::1]", "169.254.169.254", "192.0.2.1", "nobody.invalid"]


def plausible_form(operation, fields, chance):
    """`fields` with values that mean something where they keep to the schema of their field."""
    schema = _schema_of(operation)
    # Values that a mutation removes or changes to another type stay as they are.
    breaks_rules = not _is_valid(schema, fields)
    result = {}
    for name, value in fields.items():
        known = schema["properties"].get(name)
        if known is None or not _is_valid(known, value):
            result[name] = value
        elif known.get("type") == "array":
            result[name] = [_file(known["items"], chance, breaks_rules) for _ in value]
        elif "anyOf" in known:
            result[name] = _file(known, chance, breaks_rules)
        else:
            result[name] = _text(name, value, fields, chance, breaks_rules)
    _keep_small(result)
    return result if breaks_rules else _obeying(schema, result)


def schema_of_form(described):
    """The schema of the form that an operation of the document takes; empty where it takes none."""
    return described.get("requestBody", {}).get("content", {}).get(FORM, {}).get("schema", {})


def _schema_of(operation):
    return schema_of_form(operation.schema.raw_schema["paths"][operation.path][operation.method])


def _is_valid(schema, value):
    return jsonschema_rs.Draft202012Validator(schema).is_valid(value)


def _file(schema, chance, may_be_rejected):
    """A file in curl's notation, `@report.pdf`; an upload; or, where a rejection is no finding, arbitrary bytes."""
    media_type = schema["anyOf"][0].get("contentMediaType")
    names = _files.get(media_type, _assets)
    if may_be_rejected and chance.random() < 0.25:
        return chance.choice(["", "garbage", "%PDF-1.7\n", "PK\x03\x04\x00", "<p>", "@letter.docx", "@report.pdf"])
    if media_type in _uploads and chance.random() < 0.2:
        return _uploads[media_type]
    return f"@{chance.choice(names)}"


def _text(name, value, fields, chance, may_be_rejected):
    if may_be_rejected and chance.random() < 0.25:
        return value
    files = fields.get("files")
    count = len(files) if isinstance(files, list) else 0
    if name == "pages":
        return json.dumps([chance.choice(["1", "1-", "-1", None]) for _ in range(count)])
    if name == "passwords":
        return json.dumps([chance.choice(["secret", None]) for _ in range(count)])
    return chance.choice(_meaningful[name]) if name in _meaningful else value


def _keep_small(fields):
    """Waits and pictures of the largest size that is taken cost minutes and show nothing that smaller ones do not."""
    for name, most in [("waitDelay", 50), ("width", 2000), ("height", 2000), ("deviceScaleFactor", 2)]:
        value = fields.get(name)
        if isinstance(value, (int, float)) and value > most and value <= 10_000:
            fields[name] = most
    # An element of no size cannot be shown: the margins of a page take 16 pixels.
    if "selector" in fields and fields.get("width") in range(1, 100):
        fields["width"] = 100


def _obeying(schema, fields):
    """`fields` without those that the rules between fields exclude."""
    for _ in range(len(fields) + 1):
        excluded = _excluded(schema, fields)
        if not excluded:
            break
        fields = {name: value for name, value in fields.items() if name not in excluded}
    return fields


def _excluded(schema, fields):
    found = set()
    for name, rule in schema.get("properties", {}).items():
        if name in fields and (rule is False or not _is_valid(rule, fields[name])):
            found.add(name)
    if "if" in schema:
        branch = "then" if _is_valid(schema["if"], fields) else "else"
        found |= _excluded(schema.get(branch, {}), fields)
    for rule in schema.get("allOf", []):
        found |= _excluded(rule, fields)
    for name, needed in schema.get("dependentRequired", {}).items():
        if name in fields and not all(each in fields for each in needed):
            found.add(name)
    for name, rule in schema.get("dependentSchemas", {}).items():
        if name in fields:
            found |= _excluded(rule, fields)
    return found


def multipart(context, value):
    """Writes a form as clients do: file parts for files, text fields for the rest and for ids of uploads."""
    if not isinstance(value, dict):
        # No form at all.
        return {"data": json.dumps(value).encode(), "headers": {"Content-Type": f"{FORM}; boundary=none"}}
    properties = _schema_of(context.case.operation)["properties"]
    parts = []
    for name, given in value.items():
        schema = properties.get(name, {})
        is_file = "anyOf" in schema or "anyOf" in schema.get("items", {})
        # One file part would be a list of one. A value that is not a list is sent as a text, which is rejected.
        if "items" in schema and not isinstance(given, list):
            is_file = False
        for index, each in enumerate(given if isinstance(given, list) and is_file else [given]):
            parts.append((name, _part(name, each, index, is_file)))
    if not parts:
        return {"data": b"--none--\r\n", "headers": {"Content-Type": f"{FORM}; boundary=none"}}
    return {"files": parts}


def _part(name, value, index, is_file):
    if is_file and isinstance(value, str) and not re.fullmatch("upl_[0-9A-Z]{26}", value):
        if not value.startswith("@"):
            return (f"garbage-{index}", value.encode("utf-8", "surrogatepass"))
        fixture = _fixtures / value[1:]
        # Pages refer to assets by name, so names are unique.
        return (fixture.name, fixture.read_bytes()) if fixture.exists() else (f"{index}-{value[1:]}", b"x")
    text = value if isinstance(value, str) else json.dumps(value)
    if name in ("url", "webhookUrl"):
        text = _within_reach(text)
    return (None, text.encode("utf-8", "surrogatepass"))


def _within_reach(text):
    """`text`, or another URL if it refers to a public host: the suite sends no requests to public names."""
    try:
        host = urlsplit(text.strip()).netloc
    except ValueError:
        host = ""
    if host in ("", urlsplit(_site).netloc, *_harmless):
        return text
    return f"http://{_harmless[len(text) % len(_harmless)]}/"
