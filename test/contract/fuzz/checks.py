"""Checks of each response in addition to those of Schemathesis."""

import schemathesis

# Of HTTP itself; no description names them.
_of_transport = {"connection", "content-encoding", "content-length", "content-type", "date", "keep-alive", "transfer-encoding"}
# Security headers of pages.
_of_browsers = {
    "content-security-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
    "referrer-policy",
    "x-content-type-options",
}
# CORS headers, and those that API Gateway adds to each response.
_prefixes = ("access-control-", "x-amz-", "x-amzn-")


@schemathesis.check
def documented_headers(ctx, response, case):
    """Each header of a response is in its description."""
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
def problem_of_this_response(ctx, response, case):
    """A problem has the status and the request id of its response."""
    if response.headers.get("content-type") != ["application/problem+json"]:
        described = case.operation.definition.raw["responses"].get(str(response.status_code), {}).get("content", {})
        # The routes of Gotenberg describe errors as texts.
        assert response.status_code < 400 or "text/plain" in described, "An error that is no problem"
        return
    problem = response.json()
    assert problem["status"] == response.status_code
    assert [problem["requestId"]] == response.headers["x-request-id"]


@schemathesis.check
def unknown_method_is_unknown_route(ctx, response, case):
    """Undocumented operations return 404, as API Gateway does; see the introduction of the description."""
    described = case.operation.schema.raw_schema["paths"][case.operation.path]
    if case.method.lower() in described or case.method.upper() == "OPTIONS":
        return
    assert response.status_code == 404, f"{case.method} is not described and returned {response.status_code}"


@schemathesis.check
class EverySuccess:
    """Each operation has succeeded at least once: rejections alone prove little."""

    def __init__(self):
        self.called = set()
        self.succeeded = set()

    def after_response(self, ctx, response, case):
        self.called.add(case.operation.label)
        if response.status_code < 400:
            self.succeeded.add(case.operation.label)

    def after_run(self, ctx):
        missing = self.called - self.succeeded
        assert not missing, f"Never succeeded: {', '.join(sorted(missing))}"
