"""Tests the package with sdk/vectors. Run it in sdk/python: python3 -m unittest discover tests"""

import base64
import importlib.util
import json
import pathlib
import unittest
from unittest import mock

import counterfoil
from counterfoil import transport
from counterfoil.signature import request_signature, standard_signature

needs_cryptography = unittest.skipUnless(importlib.util.find_spec("cryptography"), "cryptography is not installed")
VECTORS = pathlib.Path(__file__).parents[2] / "vectors"


def load(name):
    return json.loads((VECTORS / f"{name}.json").read_text())


class Vectors(unittest.TestCase):
    def test_signatures(self):
        for case in load("signatures")["cases"]:
            with self.subTest(case["name"]):
                body = base64.b64decode(case["body"])
                header = request_signature(case["secret"], case["timestamp"], case["method"], case["path"], body)
                self.assertEqual(header, case["header"])

    def test_standard_webhooks(self):
        for case in load("signatures")["standard"]:
            with self.subTest(case["name"]):
                body = base64.b64decode(case["body"])
                signature = standard_signature(case["secret"], case["id"], case["timestamp"], body)
                self.assertEqual(signature, case["signature"])

    def test_webhooks(self):
        for case in load("webhooks")["cases"]:
            with self.subTest(case["name"]):
                webhooks = counterfoil.Webhooks(*case["secrets"], now=lambda: case["now"])
                body = base64.b64decode(case["body"])
                if case["outcome"] == "valid":
                    event = webhooks.verify(body, case["headers"])
                    type = getattr(event, "received_type", event.type)
                    self.assertEqual({"id": event.id, "type": type, "test": event.test}, case["event"])
                else:
                    with self.assertRaises(counterfoil.WebhookError) as refused:
                        webhooks.verify(body, case["headers"])
                    self.assertEqual(refused.exception.code, case["outcome"])

    @needs_cryptography
    def test_tokens(self):
        vectors = load("tokens")
        for case in vectors["cases"]:
            with self.subTest(case["name"]):
                tokens = counterfoil.Tokens(
                    case["issuer"], [vectors["key"]], audience=case.get("audience"), now=lambda: case["now"]
                )
                user = case["user"]
                token = tokens.mint(
                    user["externalUserId"], user.get("email"), user.get("displayName"), case.get("expiresIn", 3600)
                )
                self.assertEqual(token, case["token"])
                self.assertEqual(tokens.jwks(), vectors["jwks"])

    def test_errors(self):
        for case in load("errors")["cases"]:
            with self.subTest(case["name"]), self.assertRaises(counterfoil.CounterfoilError) as failed:
                url = "https://vouchers.example.com"
                transport.read_response("GET /", url, case["status"], case["headers"], case["body"].encode())
            error, expected = failed.exception, case["expected"]
            issues = error.issues and [{"path": issue.path, "message": issue.message} for issue in error.issues]
            found = (error.code, error.status, error.details, issues, error.request_id)
            names = ("code", "status", "details", "issues", "requestId")
            self.assertEqual(found, tuple(expected.get(name) for name in names), case["name"])
            self.assertEqual(error.retry_after_seconds, expected.get("retryAfterSeconds"), case["name"])
            self.assertEqual(transport.is_worth_retrying(error), expected["isRetried"], case["name"])


class Mistakes(unittest.TestCase):
    def test_a_parsed_body_is_refused_by_name(self):
        webhooks = counterfoil.Webhooks("whsec_x")
        for parsed in ({"id": "1"}, ["1"], None, 42):
            with self.assertRaises(counterfoil.WebhookError) as refused:
                webhooks.verify(parsed, {"x-signature": "t=1,v1=00"})
            self.assertEqual(refused.exception.code, "body_not_raw")
            self.assertIn("get_data()", str(refused.exception))

    def test_an_empty_secret_is_refused(self):
        for secrets in ((), ("",), ("whsec_x", "")):
            self.assertRaises(ValueError, counterfoil.Webhooks, *secrets)

    @needs_cryptography
    def test_a_new_key_is_published_at_once_and_signs_after_30_seconds(self):
        clock = mock.Mock(return_value=1_000)
        tokens = counterfoil.Tokens("https://id.example.com", [load("tokens")["key"]], now=clock)
        first = tokens.mint("user-42").split(".")[0]
        kid = tokens.rotate(new_rsa_key())
        self.assertEqual(tokens.jwks()["keys"][0]["kid"], kid)
        clock.return_value = 1_029
        self.assertEqual(tokens.mint("user-42").split(".")[0], first)
        clock.return_value = 1_030
        self.assertNotEqual(tokens.mint("user-42").split(".")[0], first)


def new_rsa_key():
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = rsa.generate_private_key(65537, 2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


if __name__ == "__main__":
    unittest.main()
