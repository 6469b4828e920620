"""What is asked of each answer beside what Schemathesis asks."""

import schemathesis

# Of HTTP itself; no description names them.
_of_transport = {"connection", "content-encoding", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"}
# What a page tells the browser to keep to.
_of_browsers = {
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "referrer-policy",
    "x-content-type-options",
}
# CORS, and what API Gateway adds to each answer.
_prefixes = ("access-control-", "x-amz-", "x-amzn-")


@schemathesis.check
def documented_headers(ctx, response, case):
    """Every header of an answer is described with it."""
    described = case.operation.definition.raw["responses"].get(str(response.status_code))
    if described is None:
        return
    known = {name.lower() for name in described.get("headers", {})} | _of_transport | _of_browsers
    unknown = [
        name
        for name in map(str.lower, response.headers)
        if name not in known and not name.startswith(_prefixes)
    ]
    assert not unknown, f"Headers that are not described: {', '.join(sorted(unknown))}"


@schemathesis.check
def problem_of_this_answer(ctx, response, case):
    """A problem says what its answer says: status, request id."""
    if response.headers.get("content-type") != ["application/problem+json"]:
        assert response.status_code < 400, "An error that is no problem"
        return
    problem = response.json()
    assert problem["status"] == response.status_code
    assert [problem["requestId"]] == response.headers["x-request-id"]


@schemathesis.check
def unknown_method_is_unknown_route(ctx, response, case):
    """What is not described is answered 404, as API Gateway does; see the description's introduction."""
    described = case.operation.schema.raw_schema["paths"][case.operation.path]
    if case.method.lower() in described or case.method.upper() == "OPTIONS":
        return
    assert response.status_code == 404, f"{case.method} is not described and was answered {response.status_code}"


@schemathesis.check
class EverySuccess:
    """Each operation has been seen to succeed: refusals alone prove little."""

    def __init__(self):
        self.called = set()
        self.succeeded = set()

    def after_response(self, ctx, response, case):
        self.called.add(case.operation.label)
        if response.status_code < 400:
            self.succeeded.add(case.operation.label)

    def after_run(self, ctx):
        missing = self.called - self.succeeded
        assert not missing, f"Never answered with success: {', '.join(sorted(missing))}"
