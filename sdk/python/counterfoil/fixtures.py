# Generated from the contract by `npm run generate`. Do not edit.
from typing import Any, Dict

#: One event of each type, as the service sends it.
fixtures: Dict[str, Dict[str, Any]] = {
    "CLAIM_CREATED": {
        "id": "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
        "type": "CLAIM_CREATED",
        "createdAt": "2026-11-15T08:30:00.000Z",
        "data": {
            "userId": "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
            "externalUserId": "user-42",
            "claimId": "0199a7f4-18d3-7690-b1ce-6a52f48e0d05",
            "voucherId": "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
            "voucherTitle": "{b}Free{/b} kopi with any toast set",
            "merchantId": "01999d54-3a18-7c62-b6e3-91f0a7d2c402"
        }
    },
    "REDEMPTION_CREATED": {
        "id": "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
        "type": "REDEMPTION_CREATED",
        "createdAt": "2026-11-15T08:30:00.000Z",
        "data": {
            "userId": "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
            "externalUserId": "user-42",
            "redemptionId": "0199a7f9-e4a0-7d17-9e28-b3c60f75a106",
            "voucherId": "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
            "voucherTitle": "{b}Free{/b} kopi with any toast set",
            "outletId": "01999d58-77c4-7e0d-a2b9-4d8e16f35b03",
            "outletName": "Kopi Corner Suria",
            "status": "SUCCESS",
            "flagReason": None,
            "merchantId": "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
            "merchantName": "Kopi Corner",
            "method": "PIN"
        }
    },
    "REDEMPTION_VOIDED": {
        "id": "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
        "type": "REDEMPTION_VOIDED",
        "createdAt": "2026-11-15T08:30:00.000Z",
        "data": {
            "userId": "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
            "externalUserId": "user-42",
            "redemptionId": "0199a7f9-e4a0-7d17-9e28-b3c60f75a106",
            "voucherId": "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
            "voucherTitle": "{b}Free{/b} kopi with any toast set",
            "merchantId": "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
            "outletId": "01999d58-77c4-7e0d-a2b9-4d8e16f35b03",
            "reason": "Redeemed twice by mistake.",
            "voidedAt": "2026-11-15T08:30:00.000Z"
        }
    },
    "VOUCHER_PUBLISHED": {
        "id": "0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08",
        "type": "VOUCHER_PUBLISHED",
        "createdAt": "2026-11-15T08:30:00.000Z",
        "data": {
            "userId": "0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d",
            "externalUserId": "user-42",
            "voucherId": "0199a1b6-52e9-7f38-8c55-e07a3b91d604",
            "voucherTitle": "{b}Free{/b} kopi with any toast set",
            "merchantId": "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
            "merchantName": "Kopi Corner",
            "valueType": "FREE_ITEM"
        }
    }
}
