"""Forms whose fields mean something."""

import json
import re
from urllib.parse import urlsplit

import jsonschema_rs
from values import always, files_of, open_file, site, sufficient, texts_of, uploads

FORM = "multipart/form-data"

# Other targets of pages and webhooks: addresses that are rejected, and reserved names (RFC 6761).
_harmless = ["127.0.0.1", "[::1]", "169.254.169.254", "192.0.2.1", "nobody.invalid"]
# More files of a field test nothing more.
_most_files = 3


def plausible_form(operation, fields, chance):
    """`fields` with values that mean something where they keep to the schema of their field."""
    schema = _schema_of(operation)
    operation_id = operation.definition.raw["operationId"]
    # Values that a mutation removes or changes to another type stay as they are.
    is_mutated = not _is_valid(schema, fields)
    result = {}
    for name, value in fields.items():
        known = schema["properties"].get(name)
        if known is None or not _is_valid(known, value):
            result[name] = value
        elif is_file(known):
            result[name] = _files(operation.path, name, known, value, chance, is_mutated)
        elif not is_mutated or chance.random() < 0.75:
            result[name] = _text(operation_id, name, known, value, fields, chance)
        else:
            result[name] = value
    if is_mutated:
        return result
    _keep_small(result)
    _use_overlays(result)
    # A field without files is none.
    result = always.get(operation_id, {}) | {name: value for name, value in result.items() if value != []}
    return _obeying(schema, result, sufficient.get(operation_id, {}), chance)


def schema_of_form(described):
    """The schema of the form that an operation of the document takes; empty where it takes none."""
    return described.get("requestBody", {}).get("content", {}).get(FORM, {}).get("schema", {})


# Where the rules between the fields of a form are meanwhile.
_rules = "x-rules"


def set_rules_aside(schema):
    """Moves the keywords that relate fields to each other to a place that no validator knows."""
    keywords = ("allOf", "anyOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas")
    schema[_rules] = {keyword: schema.pop(keyword) for keyword in keywords if keyword in schema}


def is_file(schema):
    """Whether a field accepts files, by their ids too."""
    return any("upl_" in each.get("pattern", "") for each in schema.get("items", schema).get("anyOf", []))


def _schema_of(operation):
    return schema_of_form(operation.schema.raw_schema["paths"][operation.path][operation.method])


def _is_valid(schema, value):
    return jsonschema_rs.Draft202012Validator(schema).is_valid(value)


def _files(path, name, schema, value, chance, may_be_rejected):
    """Files in curl's notation, `@report.pdf`; an upload; or, where a rejection is no finding, arbitrary bytes."""
    one = schema.get("items", schema)
    candidates = files_of(path, name, one)
    media_type = one["anyOf"][0].get("contentMediaType")

    def file(index):
        if may_be_rejected and chance.random() < 0.25:
            return chance.choice(["", "garbage", "%PDF-1.7\n", "PK\x03\x04\x00", "<p>", "@letter.docx", "@report.pdf"])
        if media_type in uploads and chance.random() < 0.2:
            return uploads[media_type]
        return f"@{candidates[index % len(candidates)]}"

    start = chance.randrange(len(candidates))
    if not isinstance(value, list):
        return file(start)
    # Their names differ, except those of documents, which may be the same.
    most = _most_files if name == "files" else min(_most_files, len(candidates))
    return [file(start + index) for index in range(max(schema["minItems"], min(len(value), most)))]


def _text(operation_id, name, schema, value, fields, chance):
    files = fields.get("files")
    count = min(len(files), _most_files) if isinstance(files, list) else 0
    if name == "pages" and operation_id == "merge-pdf":
        return json.dumps([chance.choice(["1", "1-", "-1", None]) for _ in range(count)])
    if name == "passwords":
        return json.dumps([chance.choice(["secret", None]) for _ in range(count)])
    values = texts_of(operation_id, name, schema)
    return value if values is None else chance.choice(values)


def _keep_small(fields):
    """Waits and pictures of the largest size that is taken cost minutes and show nothing that smaller ones do not."""
    for name, most in [("waitDelay", 50), ("width", 2000), ("height", 2000), ("deviceScaleFactor", 2), ("dpi", 150)]:
        value = fields.get(name)
        if isinstance(value, (int, float)) and value > most:
            fields[name] = most
    # An element of no size cannot be shown: the margins of a page take 16 pixels.
    if "selector" in fields and fields.get("width") in range(1, 100):
        fields["width"] = 100


def _use_overlays(fields):
    """Draws the files of `overlays`, which a form without a stamp must not have."""
    if "stamp" in fields and fields.get("overlays"):
        fields["overlays"] = fields["overlays"][:1]
        fields["stamp"] = '[{"file":"cover.pdf"}]' if fields["overlays"] == ["@cover.pdf"] else fields["stamp"]
    elif isinstance(fields.get("overlays"), list):
        fields["overlays"] = []


def _obeying(schema, fields, sufficient, chance):
    """`fields` without those that break the rules between fields, and with `sufficient` ones if too few are left."""
    rules = jsonschema_rs.Draft202012Validator(schema[_rules])

    def faults(fields):
        return sum(1 for _ in rules.iter_errors(fields))

    while faults(fields) > 0:
        smaller = [
            {other: value for other, value in fields.items() if other != name}
            for name in fields
            if name not in schema.get("required", [])
        ]
        if not smaller:
            return fields | sufficient
        chance.shuffle(smaller)
        fields = min(smaller, key=faults)
    return fields


def multipart(context, value):
    """Writes a form as clients do: file parts for files, text fields for the rest and for ids of uploads."""
    if not isinstance(value, dict):
        # No form at all.
        return {"data": json.dumps(value).encode(), "headers": {"Content-Type": f"{FORM}; boundary=none"}}
    properties = _schema_of(context.case.operation)["properties"]
    parts = []
    for name, given in value.items():
        schema = properties.get(name, {})
        takes_files = is_file(schema)
        # One file part would be a list of one. A value that is not a list is sent as a text, which is rejected.
        if "items" in schema and not isinstance(given, list):
            takes_files = False
        for index, each in enumerate(given if isinstance(given, list) and takes_files else [given]):
            parts.append((name, _part(name, each, index, takes_files)))
    if not parts:
        return {"data": b"--none--\r\n", "headers": {"Content-Type": f"{FORM}; boundary=none"}}
    return {"files": parts}


def _part(name, value, index, takes_files):
    if takes_files and isinstance(value, str) and not re.fullmatch("upl_[0-9A-Z]{26}", value):
        if value.startswith("@"):
            return open_file(value[1:], index)
        return (f"garbage-{index}", value.encode("utf-8", "surrogatepass"))
    text = value if isinstance(value, str) else json.dumps(value)
    if name in ("url", "webhookUrl", "deliverTo"):
        text = within_reach(text)
    else:
        text = re.sub(r"https?://[^\s\"']*", lambda url: within_reach(url[0]), text)
    return (None, text.encode("utf-8", "surrogatepass"))


def within_reach(text):
    """`text`, or another URL if it refers to a public host: the suite sends no requests to public names."""
    try:
        host = urlsplit(text.strip()).netloc
    except ValueError:
        host = ""
    if host in ("", urlsplit(site).netloc, *_harmless):
        return text
    return f"http://{_harmless[len(text) % len(_harmless)]}/"
