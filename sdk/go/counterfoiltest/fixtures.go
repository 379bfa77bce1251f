// Code generated from the contract by `npm run generate`. DO NOT EDIT.

package counterfoiltest

import "example.com/counterfoil"

// fixtureJSON is an event as the service sends it.
func fixtureJSON(eventType counterfoil.EventType) string {
	switch eventType {
	case counterfoil.EventTypeClaimCreated:
		return `{
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
}`
	case counterfoil.EventTypeRedemptionCreated:
		return `{
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
    "flagReason": null,
    "merchantId": "01999d54-3a18-7c62-b6e3-91f0a7d2c402",
    "merchantName": "Kopi Corner",
    "method": "PIN"
  }
}`
	case counterfoil.EventTypeRedemptionVoided:
		return `{
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
}`
	case counterfoil.EventTypeVoucherPublished:
		return `{
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
}`
	}
	return ""
}
