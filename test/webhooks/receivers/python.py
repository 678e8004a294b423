# Receives webhooks. Python, without a library:
#   WEBHOOK_SECRET=whsec_… WEBHOOK_SIGNING=literal python3 python.py
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ["WEBHOOK_SECRET"]
standard = os.environ.get("WEBHOOK_SIGNING") == "standard"
key = base64.b64decode(secret.removeprefix("whsec_")) if standard else secret.encode()


def is_genuine(headers, body):
    """Whether the body is what this server signed, less than five minutes ago."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "0")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # There are two signatures while a secret is being rotated.
    return any(hmac.compare_digest(expected, given) for given in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            event = json.loads(body)
            # An event may arrive twice: store event["id"]. The batch may have changed since: read it before acting.
            print(event["type"], event["data"]["id"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
