"""A client's tests in Python, with urllib alone, against `svc sandbox`. test/sandbox/python.test.ts runs them."""

import json
import os
import unittest
import urllib.error
import urllib.request
import uuid

URL = os.environ["SANDBOX_URL"]


def call(method, path, body=None, key=None, headers=None, data=None):
    """Returns the status, the headers and the parsed body."""
    sent = dict(headers or {})
    if key is not None:
        sent["authorization"] = "Bearer " + key
    if body is not None:
        sent["content-type"] = "application/json"
        data = json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, method=method, headers=sent)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.headers, json.loads(response.read())
    except urllib.error.HTTPError as error:
        return error.code, error.headers, json.loads(error.read())


class SandboxTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        _, _, cls.organization = call("POST", "/sandbox/organizations", {"name": "python"})
        cls.key = cls.organization["project_key"]

    def setUp(self):
        status, _, _ = call("POST", "/sandbox/reset", key=self.key)
        self.assertEqual(status, 200)

    def chat(self, content, **more):
        body = {"model": "sandbox-echo", "messages": [{"role": "user", "content": content}], **more}
        return call("POST", "/v1/chat/completions", body, self.key)

    def test_the_model_echoes(self):
        _, _, body = self.chat("Hello there")
        self.assertEqual(body["choices"][0]["message"]["content"], "Hello there")

    def test_a_reset_empties_the_project(self):
        call("POST", "/v1/vector_stores", {"name": "Handbook"}, self.key)
        self.assertEqual(len(call("GET", "/v1/vector_stores", key=self.key)[2]["data"]), 1)
        call("POST", "/sandbox/reset", key=self.key)
        self.assertEqual(call("GET", "/v1/vector_stores", key=self.key)[2]["data"], [])

    def test_a_stream_arrives_in_events(self):
        body = {"model": "sandbox-echo", "stream": True, "messages": [{"role": "user", "content": "one two"}]}
        request = urllib.request.Request(
            URL + "/v1/chat/completions",
            data=json.dumps(body).encode(),
            headers={"authorization": "Bearer " + self.key, "content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            lines = [line.decode().strip() for line in response if line.startswith(b"data: ")]
        self.assertEqual(lines[-1], "data: [DONE]")
        deltas = [json.loads(line[6:])["choices"][0]["delta"] for line in lines[:-1]]
        self.assertEqual("".join(delta.get("content") or "" for delta in deltas), "one two")

    def test_a_rate_limit_says_when_to_come_again(self):
        fault = {"kind": "rate_limit", "value": 7}
        self.assertEqual(call("POST", "/sandbox/faults", fault, self.key)[0], 200)
        status, headers, body = call("GET", "/v1/models", key=self.key)
        self.assertEqual((status, headers["retry-after"]), (429, "7"))
        self.assertEqual(body["error"]["code"], "rate_limit_exceeded")
        self.assertEqual(call("GET", "/v1/models", key=self.key)[0], 200)

    def test_a_lost_answer_is_found_by_its_idempotency_key(self):
        headers = {"idempotency-key": str(uuid.uuid4())}
        with self.assertRaises((urllib.error.URLError, ConnectionError)):
            lost = {**headers, "svc-sandbox-fault": "lost_connection"}
            call("POST", "/v1/vector_stores", {"name": "Lost"}, self.key, lost)
        status, _, again = call("POST", "/v1/vector_stores", {"name": "Lost"}, self.key, headers)
        self.assertEqual(status, 200)
        stores = call("GET", "/v1/vector_stores", key=self.key)[2]["data"]
        self.assertEqual([store["id"] for store in stores], [again["id"]])

    def test_a_file_is_uploaded_as_a_form(self):
        edge = uuid.uuid4().hex
        parts = [
            'content-disposition: form-data; name="purpose"\r\n\r\nassistants',
            'content-disposition: form-data; name="file"; filename="keys.md"\r\n\r\nThe key hangs behind the clock.',
        ]
        data = "".join(f"--{edge}\r\n{part}\r\n" for part in parts) + f"--{edge}--\r\n"
        headers = {"content-type": "multipart/form-data; boundary=" + edge}
        status, _, file = call("POST", "/v1/files", key=self.key, headers=headers, data=data.encode())
        self.assertEqual((status, file["filename"], file["bytes"]), (200, "keys.md", 31))

    def test_an_unknown_field_of_a_fault_is_refused(self):
        status, _, body = call("POST", "/sandbox/faults", {"kind": "slow", "delay": 1}, self.key)
        self.assertEqual(status, 422)
        self.assertIn("delay", body["error"]["message"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
