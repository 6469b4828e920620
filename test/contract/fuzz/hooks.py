"""Hooks by which Schemathesis generates requests that the service accepts."""

import random
import uuid

import schemathesis
from schemathesis.transport.requests import REQUESTS_TRANSPORT

import checks  # noqa: F401 -- registers the checks
from forms import FORM, is_file, multipart, plausible_form, schema_of_form, set_rules_aside, within_reach
from values import site


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Has files generated as texts, which `multipart` sends as file parts: Schemathesis' own validators do not support
    bytes. Sets the rules between fields aside, of which it supports only simple ones: `plausible_form` follows them.
    """
    for item in raw_schema["paths"].values():
        for operation in item.values():
            schema = schema_of_form(operation)
            set_rules_aside(schema)
            for field in filter(is_file, schema.get("properties", {}).values()):
                for alternative in field.get("items", field)["anyOf"]:
                    alternative.pop("format", None)


@schemathesis.hook
def map_case(context, case):
    """Gives the fields that no mutation is after values that mean something: real files, pages that there are, URLs of
    the site of the run. What a mutation is after stays: it breaks the schema, and that is how it is known.
    """
    # The same case has the same values, so that failures can be reproduced and minimized.
    chance = random.Random(repr((case.operation.label, case.query, case.body)))
    if case.media_type == FORM and isinstance(case.body, dict):
        case.body = plausible_form(case.operation, case.body, chance)
    if case.operation.label == "POST /api/uploads":
        case.body = small_file(case.body)
    if case.operation.label == "POST /api/uploads/batch" and isinstance(case.body, dict):
        files = case.body.get("files")
        if isinstance(files, list):
            case.body = {**case.body, "files": [small_file(file) for file in files]}
    plausible_query(case)
    accept = case.operation.definition.raw["responses"].get("200", {}).get("content", {})
    if len(accept) > 1 and chance.random() < 0.5:
        # OpenAPI has no parameter for it: the described responses define the valid values.
        case.headers = {**case.headers, "Accept": chance.choice(list(accept))}
    for name, value in case.headers.items():
        if name.startswith("Gotenberg-Webhook-") and name.endswith("Url"):
            # Examples become the hooks of the site.
            hook = f"{site}/hook/contract" if value in examples_of(case, name) else within_reach(value)
            case.headers = {**case.headers, name: hook}
    if "Idempotency-Key" in case.headers and chance.random() < 0.9:
        # Mostly a new key. The others test a key that is reused for another request.
        case.headers = {**case.headers, "Idempotency-Key": str(uuid.uuid4())}
    return case


def small_file(announced):
    """The installation decides the maximum size. Ids of larger uploads would be of no use."""
    size = announced.get("size") if isinstance(announced, dict) else None
    if not isinstance(size, (int, float)) or size <= 2**20:
        return announced
    return {**announced, "size": size % 2**20 + 1}


# How cursors of jobs begin: in base64, `job`.
_cursor_start = "am9i"


def plausible_query(case):
    if not isinstance(case.query, dict):
        return
    query = dict(case.query)
    # Held requests test nothing more, and there are ten processes for all.
    if str(query.get("wait", "")).isdigit():
        query["wait"] = int(query["wait"]) % 2 if int(query["wait"]) <= 20 else query["wait"]
    # An arbitrary text is not a cursor. Valid cursors come from links, if there is a next page.
    cursor = query.get("cursor")
    if isinstance(cursor, str) and (not cursor.startswith(_cursor_start) or cursor in examples_of(case, "cursor")):
        del query["cursor"]
    if query != case.query:
        case.query = query


def examples_of(case, name):
    parameters = case.operation.definition.raw.get("parameters", [])
    return [each for given in parameters if given["name"] == name for each in given["schema"].get("examples", [])]


@schemathesis.hook
def before_call(context, case, kwargs):
    # A 303 leads to the storage, which is no part of the description.
    kwargs["allow_redirects"] = False


@schemathesis.deserializer("application/pdf", "application/zip", "image/png", "image/jpeg", "image/webp", "text/html")
def no_links(context, response):
    """Links start from JSON responses, because other responses contain no ids."""
    return response.content.decode("latin-1")


REQUESTS_TRANSPORT.serializer(FORM)(multipart)

