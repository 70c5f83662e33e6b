import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("SIGNING_SECRET", "").encode()
if not SECRET:
    raise SystemExit("Set SIGNING_SECRET to the signing secret.")
TOLERANCE_SECONDS = 300


def verify_delivery(headers, body):
    """Returns 204 for a valid delivery, 400 without fresh signature headers, 401 for a wrong signature."""
    timestamp = headers.get("X-Svc-Timestamp", "")
    if not timestamp.isdecimal() or "X-Svc-Signature" not in headers:
        return 400
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return 400
    expected = b"v1=" + hmac.new(SECRET, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
    # After a rotation, deliveries are also signed with the previous secret until the overlap ends.
    names = ["X-Svc-Signature", "X-Svc-Signature-Previous"]
    is_valid = any(hmac.compare_digest(headers.get(name, "").encode(), expected) for name in names)
    return 204 if is_valid else 401


class WebhookHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = verify_delivery(self.headers, body)
        # Test events have the header X-Svc-Test; their task doesn't exist.
        if status == 204 and "X-Svc-Test" not in self.headers:
            task = json.loads(body)["task"]
            # The same task may arrive more than once: store task["id"], and respond before slow work.
            print(task["id"], task["status"], flush=True)
        self.send_response(status)
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), WebhookHandler).serve_forever()
