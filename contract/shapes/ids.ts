import { Like, Uuid } from './fields.ts'

// One example id per object, used everywhere, so the examples in the API reference fit together.

export const UserId = id('0199a7f0-6c1e-7b5a-9d43-2f6c1e7b5a9d')
export const PartnerId = id('01998c3e-0b77-7a41-8f10-5c2d9e4b6a01')
export const MerchantId = id('01999d54-3a18-7c62-b6e3-91f0a7d2c402')
export const OutletId = id('01999d58-77c4-7e0d-a2b9-4d8e16f35b03')
export const VoucherId = id('0199a1b6-52e9-7f38-8c55-e07a3b91d604')
export const ClaimId = id('0199a7f4-18d3-7690-b1ce-6a52f48e0d05')
export const RedemptionId = id('0199a7f9-e4a0-7d17-9e28-b3c60f75a106')
export const RefusalId = id('0199a7f8-90bd-7c25-a17f-4f3d28e6b00c')
export const RequestId = id('0199a7f9-e49c-7f11-b0aa-92c3d7e5160e')
export const SubCategoryId = id('01998c40-2d6f-7813-ae94-70d5b2c8e307')
export const EventId = id('0199a7f9-e4a2-7b06-8d3a-15e9c7f04b08')
export const DeliveryId = id('0199a7f9-e4b1-7a5c-b7f2-c84d06e19a09')
export const KeyId = id('01998d02-9f35-7c4e-85d0-3e7a61b8f20a')
export const StaffId = id('01998d05-c1a8-7e92-9b46-d20f5c73e80b')
export const SessionId = id('0199a802-3b7e-7d54-a0c9-8f16e2d4b70c')
export const PasskeyId = id('0199a803-91c2-7e6f-b8d3-42a7f05c910d')
export const OutletImportId = id('0199a805-2d4c-7a91-8e37-c15f60b2d90f')
export const DeviceId = id('0199a807-4c82-7b16-a5d9-e37f02c6b811')
export const IntentId = id('0199a7f9-d1c0-7e48-8b27-5a90f3c4d212')
export const ApprovalId = id('0199a808-5d93-7c27-b6e0-f48a13d7c913')
export const CodeImportId = id('0199a806-7e15-7c3b-9a64-d80f3b52e710')
export const AlertDestinationId = id('0199a808-1f3e-7d62-9b45-c07d82e4f913')
export const BulkJobId = id('0199a808-5f21-7d3e-9b47-c60e81d2a913')
export const NoteId = id('0199a809-1c64-7a8f-8d25-b70f93e4c614')
export const SavedFilterId = id('0199a80a-6e02-7f17-a3c8-04d92be5f715')

function id(example: string) {
  return Like(Uuid, { examples: [example] })
}
