"""Runs the steps of a client, and tells each one: `ok NAME`, or `not ok NAME: ERROR`."""

import asyncio
import inspect
import os

url = os.environ["SVC_URL"]
key = os.environ["SVC_KEY"]
chat_model = "m"
embedding_model = "embedder"
steps = []


def step(function):
    steps.append(function)
    return function


def refused(kind, call):
    """Returns the error of that class that the call raises."""
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def run():
    for function in steps:
        name = function.__name__
        try:
            result = function()
            if inspect.iscoroutine(result):
                asyncio.run(result)
            print(f"ok {name}", flush=True)
        except Exception as error:  # noqa: BLE001
            print(f"not ok {name}: {type(error).__name__} {str(error)[:300]!r}", flush=True)
