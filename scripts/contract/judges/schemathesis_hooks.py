"""Hooks for Schemathesis: what a credential reaches, its context headers, models and ids that exist, and what is no finding.

SVC_TOKEN         the credential
SVC_CALLER        its kind: project_key, organization_key, admin, owner or member
SVC_ORGANIZATION  its organization, where the credential does not decide it
SVC_PROJECT       its project, where the credential does not decide it
SVC_MODELS        models, by path: "/v1/embeddings=e5,/v1/rerank=reranker,*=gpt-5"
SVC_IDS           ids that exist, by the part of the path before them: "vector_stores=vs_…,files=file-…"
SVC_EMAIL         the e-mail address and the password of an account, for the login
SVC_PASSWORD
SVC_KEPT          ids that nothing changes or deletes, such as that of the credential itself: "user_…,key_…"
"""

import copy
import os
import re

import jsonschema_rs
import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import AllowHeaderMismatch, IgnoredAuth, MissingHeaderNotRejected
from schemathesis.openapi.checks import RejectedPositiveData, UndefinedStatusCode, UnsupportedMethodResponse


def pairs(name):
    return dict(pair.split("=", 1) for pair in os.environ.get(name, "").split(",") if pair)


CALLER = os.environ["SVC_CALLER"]
ORGANIZATION = os.environ.get("SVC_ORGANIZATION")
PROJECT = os.environ.get("SVC_PROJECT")
MODELS = pairs("SVC_MODELS")
IDS = pairs("SVC_IDS")
# Values of body members that the document marks as known to the server.
KNOWN = {"own_organization": ORGANIZATION, "email": os.environ.get("SVC_EMAIL"), "password": os.environ.get("SVC_PASSWORD")}
KEPT = set(filter(None, os.environ.get("SVC_KEPT", "").split(",")))
METHODS = {"get", "put", "post", "delete", "patch"}
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"

# Operations that are not called.
LEFT_OUT = {
    "endLogin": "ends the credential of the run",
    "updateAccountPassword": "ends the credential of the run",
    "updateAdminConfig": "changes the settings of the server; `svc-contract run --allow settings` tests it",
    "archiveProject": "takes the project of the other calls away",
}

# Refusals of requests that the document allows: a part of the message, and the reason.
KNOWN_REFUSALS = {
    "__proto__ and constructor.prototype are not allowed": "JSON Schema has no word for members that programs misread",
    "control characters and line breaks are not allowed": "the pattern would be misread in languages of bytes (PHP)",
    "a name needs a character that can be seen": "the pattern needs classes of Unicode that some languages lack",
    "change the direction of text": "as above",
    "must not contain the character NUL": "as above",
    "not a valid email address": "the pattern has quotes and backticks that some generators do not escape",
    "must be an e-mail address": "as above, in the words of SCIM",
    "this is not a filter that is supported": "a pattern of the grammar of filters would be unreadable",
    "not the path of an attribute": "as above",
    "active needs true or false": "a value whose form depends on the path beside it",
    "To remove needs the path": "a member that depends on the value of another",
    "A directory changes name and address only of accounts": "it depends on the account",
    "There is no user '": "SCIM has no status of its own for a member that does not exist",
    "needs a webhook_url": "a member that depends on another, with any value but null",
    "needs a secret of the form whsec_": "a member whose form depends on another",
    "needs a new webhook_secret": "as above",
    "a response in the background has to be stored": "as above",
    "send either file_ids or files": "one of two members, with any value but null",
    "send either user_id or email": "as above",
    "send conversation or previous_response_id": "as above",
    "Input should be a valid URL": "a pattern does not know what a URL is",
    "URL scheme should be 'https'": "as above",
    "the host is not at a public address": "as above",
    "the address must not contain": "as above",
    "the port": "as above",
    "the MD5 of the combined parts is different": "it depends on the content",
    "this project has no such compaction": "an item that this server made: the document has its form only",
    "a request may have one file_search": "a rule about the items of a list",
    "the model is on an upstream with chat completions": "the document does not know the upstream of a model",
    "the part is named twice": "generators make a set of a list of unique items, and a set has no order",
    "at least one of the weights must be above 0": "a rule about two numbers",
    "must be at most half": "a rule about two numbers",
    "or the id of a reranking model": "models are not known to the document",
    "this is not a network such as": "a pattern of all forms of IPv6 addresses would be unreadable",
    "The file may have at most": "the largest file is a setting of the server",
    "models have no": "the types of items and parts are those of the models: the document does not list them",
    "models take": "as above",
    "this is not the id of an item": "an item of this conversation: the document has its form only",
    "' twice.": "a list of unknown form members is sent as a part for each item; a form with a part twice is ambiguous",
    "The link is used, expired": "only a mailed link has a token that is accepted",
    "The set-up address has expired": "as above",
    "The sign-in link is unknown": "as above",
    "The code is unknown, or was used": "only a sign-in that has begun has a code that is accepted",
    "The user has not decided yet": "as above",
    "The form has no grant_type": "OAuth asks for it in forms, which share their schema with JSON",
    "no search engine with this name": "search engines are settings of the server",
}

# By method and path: the body, and the members that the server forwards without a check.
checked_bodies = {}
forwarded = {}
# Paths of which only some operations are called.
cut_paths = set()


def reaches(operation):
    callers = operation.get("x-access", {}).get("callers", [])
    return CALLER in callers or (CALLER == "admin" and "anyone" in callers)


def opened(schema):
    """Returns the schema with anything for the members that the server forwards without a check."""
    if isinstance(schema, list):
        return [opened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {} if schema.get("x-forwarded") is True else {name: opened(part) for name, part in schema.items()}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    raw_schema.pop("webhooks", None)
    components = raw_schema["components"]
    for schema in components["schemas"].values():
        if "x-one-of" in schema:
            # Null stands for an absent member.
            schema["anyOf"] = [
                {"required": [name], "properties": {name: {"not": {"type": "null"}}}} for name in schema["x-one-of"]
            ]
    checked = opened(copy.deepcopy(components))
    for path, item in list(raw_schema["paths"].items()):
        for method in METHODS & set(item):
            operation = item[method]
            if not reaches(operation) or "x-passes-on" in operation or operation["operationId"] in LEFT_OUT:
                del item[method]
                cut_paths.add(path)
                continue
            prepare_parameters(components, operation, method, path)
            body = operation.get("requestBody", {}).get("content", {}).get(JSON, {}).get("schema")
            if body is not None:
                prepare_body(components, checked, operation, (method.upper(), path), body)
        if not METHODS & set(item):
            del raw_schema["paths"][path]


def prepare_parameters(components, operation, method, path):
    """Leaves out the context headers, which `before_call` sets, and puts in the ids that exist."""
    ids = {name: IDS[part] for part, name in re.findall(r"(\w+)/\{(\w+)\}", path) if part in IDS and method != "delete"}
    parameters = [
        components["parameters"][parameter["$ref"].rsplit("/", 1)[-1]] if "$ref" in parameter else parameter
        for parameter in operation.get("parameters", [])
    ]
    operation["parameters"] = [
        {**parameter, "schema": {"const": ids[parameter["name"]]}}
        if parameter["in"] == "path" and parameter["name"] in ids
        else parameter
        for parameter in parameters
        if not parameter["name"].lower().startswith("compat-")
    ]


def prepare_body(components, checked, operation, label, body):
    checked_bodies[label] = jsonschema_rs.validator_for({"components": checked, **opened(body)})
    properties = components["schemas"].get(body.get("$ref", "").rsplit("/", 1)[-1], {}).get("properties", {})
    forwarded[label] = {name for name, member in properties.items() if member.get("x-forwarded") is True}
    for name, member in list(properties.items()):
        value = KNOWN.get(member.get("x-known", {}).get("by"))
        if value:
            properties[name] = {"const": value}
    if "x-calls-model" in operation and "model" in properties:
        properties["model"] = {"const": MODELS.get(label[1], MODELS.get("*"))}


@schemathesis.hook
def before_call(context, case, kwargs):
    place = case.operation.definition.raw.get("x-access", {}).get("context")
    if ORGANIZATION and place in ("organization", "project", "optional"):
        case.headers["compat-organization"] = ORGANIZATION
    if PROJECT and place in ("project", "optional"):
        case.headers["compat-project"] = PROJECT
    if case.method.upper() != "GET":
        for name, value in (case.path_parameters or {}).items():
            if isinstance(value, str) and value in KEPT:
                case.path_parameters[name] = "kept"


def label_of(case):
    return case.method.upper(), case.operation.path


def wrong_only_in_forwarded(case):
    check = checked_bodies.get(label_of(case))
    wrong = [part.name for part, info in case.meta.components.items() if info.mode.is_negative]
    if wrong != ["BODY"] or check is None or case.media_type != JSON:
        return False
    try:
        return check.is_valid(case.body)
    except (TypeError, ValueError):
        # The body is no JSON value.
        return False


def has_empty_part(case):
    return case.media_type == FORM and isinstance(case.body, dict) and "" in case.body.values()


def refusals(response):
    """Returns each refusal as the message and the place."""
    try:
        answer = response.json()
    except ValueError:
        return []
    if not isinstance(answer, dict):
        return []
    detail, error = answer.get("detail"), answer.get("error")
    if isinstance(detail, list):
        return [(f'{problem["msg"]} {problem["ctx"].get("error", "")}', problem["loc"]) for problem in detail]
    # SCIM has a text in `detail`, and OAuth has a code in `error`.
    message = error.get("message") if isinstance(error, dict) else detail or answer.get("error_description")
    return [(message or "", [])]


def is_known(label, message, place):
    is_forwarded = place[:1] == ["body"] and len(place) > 1 and place[1] in forwarded.get(label, ())
    return is_forwarded or any(part in message for part in KNOWN_REFUSALS)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Returns False for what is no finding."""
    access = case.operation.definition.raw.get("x-access", {})
    if isinstance(failure, AcceptedNegativeData) and wrong_only_in_forwarded(case):
        return False
    if isinstance(failure, AcceptedNegativeData) and has_empty_part(case):
        # OAuth takes a parameter without a value for an absent one.
        return False
    if isinstance(failure, RejectedPositiveData):
        found = refusals(response)
        return not found or not all(is_known(label_of(case), *refusal) for refusal in found)
    if isinstance(failure, (AcceptedNegativeData, IgnoredAuth, MissingHeaderNotRejected)) and "local" in access:
        # A setting decides whether a caller on the same machine needs a credential.
        return False
    if isinstance(failure, UndefinedStatusCode) and response.status_code == 431:
        # The server refuses the headers of a request before it knows the operation.
        return False
    if isinstance(failure, (AllowHeaderMismatch, UnsupportedMethodResponse)) and case.operation.path in cut_paths:
        # These hooks took the other methods of the path out of the document.
        return False
    return True
