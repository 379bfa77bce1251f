"""Tests records, errors, titles and tokens. Run it in sdk/python: python3 -m unittest discover tests"""

import base64
import importlib.util
import inspect
import json
import unittest
from datetime import datetime, timezone

import counterfoil
from counterfoil import records, transport
from counterfoil.decode import json_fields, record_of
from counterfoil.events import event_of
from counterfoil.testing import fixtures

needs_cryptography = unittest.skipUnless(importlib.util.find_spec("cryptography"), "cryptography is not installed")


class Records(unittest.TestCase):
    def test_every_fixture_is_an_event_with_typed_data(self):
        for type, fixture in fixtures.items():
            event = event_of(fixture)
            self.assertEqual((event.type, event.created_at.year, event.test), (type, 2026, False))
            self.assertNotIn(None, [event.data.user_id, event.data.external_user_id, event.data.voucher_title])
        self.assertIsInstance(event_of(fixtures["CLAIM_CREATED"]), counterfoil.ClaimCreated)
        voided = event_of(fixtures["REDEMPTION_VOIDED"])
        self.assertEqual(voided.data.voided_at, datetime(2026, 11, 15, 8, 30, tzinfo=timezone.utc))

    def test_an_event_of_a_new_type_keeps_its_data(self):
        event = event_of({"id": "1", "type": "VOUCHER_RETIRED", "createdAt": "2026-11-15T08:30:00Z", "data": {"a": 1}})
        self.assertEqual((event.type, event.received_type, event.data), ("unknown", "VOUCHER_RETIRED", {"a": 1}))

    def test_new_fields_are_ignored_and_nested_records_are_read(self):
        value = {"id": "1", "outlets": [{"id": "2", "isActive": False, "isNew": True}], "isNew": True}
        merchant = record_of(records.PartnerMerchant, value)
        self.assertEqual([outlet.is_active for outlet in merchant.outlets], [False])

    def test_parameters_become_json(self):
        noon = datetime(2026, 11, 15, 12, tzinfo=timezone.utc)
        self.assertEqual(
            json_fields({"from_": noon, "external_user_id": "a", "limit": None}),
            {"from": "2026-11-15T12:00:00Z", "externalUserId": "a"},
        )

    def test_an_unknown_filter_is_a_mistake(self):
        client = counterfoil.Counterfoil("http://127.0.0.1:9", "acme", "whsec_x", api_key="cfk_x")
        with self.assertRaisesRegex(TypeError, "RedemptionQuery has no state"):
            client.support.redemptions(state="FLAGGED")

    def test_without_an_api_key_the_error_says_what_is_missing(self):
        client = counterfoil.Counterfoil("http://127.0.0.1:9", "acme", "whsec_x")
        with self.assertRaisesRegex(ValueError, "needs api_key"):
            client.support.alerts()


class Documentation(unittest.TestCase):
    def test_every_public_name_has_a_docstring(self):
        client = counterfoil.Counterfoil("http://127.0.0.1:9", "acme", "whsec_x")
        groups = [type(group) for name, group in vars(client).items() if not name.startswith("_")]
        public = [getattr(counterfoil, name) for name in counterfoil.__all__]
        classes = {value for value in [*public, *groups, type(client.sandbox.clock)] if inspect.isclass(value)}
        undocumented = [
            f"{kind.__qualname__}.{name}"
            for kind in classes
            for name, member in [("", kind), *inspect.getmembers(kind, inspect.isfunction)]
            if not name.startswith("_") and not member.__doc__
        ]
        self.assertEqual((undocumented, len(groups)), ([], 8))


class Errors(unittest.TestCase):
    def failure(self, body, headers):
        with self.assertRaises(counterfoil.CounterfoilError) as failed:
            transport.read_response("GET /me", "https://example.com/a", 403, headers, json.dumps(body).encode())
        return failed.exception

    def test_an_error_says_what_to_do_and_where_to_read_on(self):
        error = self.failure({"error": "live_mode"}, {"link": '</docs/errors#live_mode>; rel="help"'})
        self.assertEqual(error.help, "https://example.com/docs/errors#live_mode")
        self.assertEqual(str(error), f"GET /me: 403 live_mode. {error.remedy}")
        self.assertIn("secret of your test twin", error.remedy)

    def test_an_unknown_code_has_no_remedy(self):
        error = self.failure({"error": "brand_new"}, {})
        self.assertEqual((error.remedy, error.help, str(error)), (None, None, "GET /me: 403 brand_new"))


class Titles(unittest.TestCase):
    def test_titles(self):
        self.assertEqual(counterfoil.plain_title("{B}Free{/b} {{b}b}"), "Free {b}")
        self.assertEqual(
            counterfoil.title_to_html("{b}a<{s}'{/s}{b}{/b}c{/b}d"),
            "<strong>a&lt;</strong><strong><s>&#39;</s></strong><strong>c</strong>d",
        )


@needs_cryptography
class Keys(unittest.TestCase):
    def test_p_256_and_ed25519_keys_sign(self):
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
        from cryptography.hazmat.primitives.hashes import SHA256

        def mint(private):
            tokens = counterfoil.Tokens("https://id.example.com", [pem_of(private)])
            signed, _, signature = tokens.mint("user-42").rpartition(".")
            return tokens.jwks()["keys"][0]["alg"], signed.encode(), base64.urlsafe_b64decode(signature + "==")

        p256 = ec.generate_private_key(ec.SECP256R1())
        algorithm, signed, signature = mint(p256)
        parts = (int.from_bytes(part, "big") for part in (signature[:32], signature[32:]))
        p256.public_key().verify(utils.encode_dss_signature(*parts), signed, ec.ECDSA(SHA256()))
        self.assertEqual(algorithm, "ES256")

        edwards = ed25519.Ed25519PrivateKey.generate()
        algorithm, signed, signature = mint(edwards)
        edwards.public_key().verify(signature, signed)
        self.assertEqual(algorithm, "EdDSA")

    def test_keys_may_be_jwks(self):
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        def jwk_of(private, kty, **secret):
            published = counterfoil.Tokens("https://id.example.com", [pem_of(private)]).jwks()["keys"][0]
            return published, json.dumps({**published, **secret, "kty": kty, "kid": "k1"})

        def text(number):
            return base64.urlsafe_b64encode(number.to_bytes((number.bit_length() + 7) // 8, "big")).decode().rstrip("=")

        curve, key = ec.generate_private_key(ec.SECP256R1()), rsa.generate_private_key(65537, 2048)
        edwards, numbers = ed25519.Ed25519PrivateKey.generate(), key.private_numbers()
        seed = edwards.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        cases = [
            jwk_of(curve, "EC", d=text(curve.private_numbers().private_value)),
            jwk_of(edwards, "OKP", d=base64.urlsafe_b64encode(seed).decode().rstrip("=")),
            jwk_of(key, "RSA", d=text(numbers.d), p=text(numbers.p), q=text(numbers.q)),
        ]
        for published, jwk in cases:
            tokens = counterfoil.Tokens("https://id.example.com", [jwk])
            self.assertEqual(tokens.jwks()["keys"], [{**published, "kid": "k1"}])
            self.assertEqual(len(tokens.mint("user-42").split(".")), 3)
        with self.assertRaisesRegex(ValueError, "not private"):
            counterfoil.Tokens("https://id.example.com", [json.dumps(cases[0][0])])

    def test_another_curve_is_refused(self):
        from cryptography.hazmat.primitives.asymmetric import ec

        with self.assertRaisesRegex(ValueError, "RSA, P-256 or Ed25519"):
            counterfoil.Tokens("https://id.example.com", [pem_of(ec.generate_private_key(ec.SECP384R1()))])


def pem_of(private):
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


if __name__ == "__main__":
    unittest.main()
