import type { Role } from './define-route.ts'

/**
 * Names what a role may do: each route of the back office belongs to one capability, and all routes of a capability have
 * the same roles. The roles themselves stand on the routes. `role-matrix.ts` puts both together, for docs/roles.md and for
 * the console, which has the words.
 */
export const CAPABILITIES = {
  readPartners: ['listPartners', 'getPartner'],
  createPartners: ['createPartner', 'diffScope'],
  changePartners: ['updatePartner', 'rotatePartnerSecret', 'promotePartnerSecret'],
  checkIntegration: ['getIntegrationHealth', 'checkToken', 'checkJwks', 'listPartnerOutlets', 'getReplay'],
  readSandbox: ['getSandbox'],
  useSandbox: ['createTwin', 'copyLiveKeys', 'moveSandboxClock', 'failSandboxDeliveries', 'emptySandbox'],
  readRequests: ['listRequests', 'getRequest', 'listDeployments'],
  announceDeployments: ['createDeployment'],
  readDeliveries: ['listDeliveries', 'exportDeliveries', 'getDelivery'],
  retryDeliveries: ['retryDelivery'],
  deliverNow: ['deliverNow'],
  testAndReplayWebhooks: ['testWebhook', 'resumeWebhook', 'countReplay', 'startReplay'],

  readUsers: ['listUsers', 'getUser', 'getTimeline', 'getRedeemability'],
  exportUsers: ['exportUsers'],
  readRedemptions: [
    ...['listRedemptions', 'exportRedemptions', 'getRedemption', 'listRefusals', 'exportRefusals'],
    ...['listAllClaims', 'exportClaims'],
  ],
  voidAndReview: ['voidRedemption', 'reviewRedemption'],
  actInBulk: ['startBulk', 'cancelBulk'],
  readBulk: ['countBulk', 'listBulk', 'getBulk', 'listBulkResults', 'exportBulkResults'],
  readNotes: ['listNotes'],
  writeNotes: ['addNote', 'removeNote'],
  readSavedFilters: ['listSavedFilters'],
  saveFilters: ['saveFilter', 'deleteSavedFilter'],
  search: ['searchRecords'],

  readCategories: ['listCategories'],
  changeCategories: ['putCategory'],
  readCatalog: [
    ...['listMerchants', 'exportMerchants', 'getMerchant', 'listOutlets', 'exportOutlets', 'getOutlet'],
    ...['listDevices', 'listOutletImports', 'getOutletImport', 'listVouchers', 'listAllVouchers'],
    ...[
      'exportVouchers',
      'getVoucher',
      'viewCalendar',
      'checkPublication',
      'getCodePool',
      'listCodeImports',
      'getCodeImport',
    ],
  ],
  changeCatalog: [
    ...[
      'updateMerchant',
      'createOutlet',
      'updateOutlet',
      'generatePins',
      'importOutlets',
      'startOutletImport',
    ],
    ...[
      'createDevice',
      'deleteDevice',
      'createVoucher',
      'updateVoucher',
      'publishVoucher',
      'unpublishVoucher',
      'scheduleVoucher',
    ],
    ...['uploadCodes', 'startCodeImport', 'uploadImage'],
  ],
  createMerchants: ['createMerchant', 'putFeatured'],
  readFeatured: ['getFeatured', 'checkDeactivation'],

  readStats: ['getStats', 'exportStats'],
  readStatements: ['listStatements', 'exportStatements', 'listAdjustments', 'viewStatementSettings'],
  closeStatements: ['closeMonth', 'replaceStatementSettings'],
  readApprovals: ['listApprovals', 'getApproval', 'viewApprovalSettings'],
  decideApprovals: ['approveRequest', 'rejectRequest', 'withdrawRequest'],
  changeApprovals: ['replaceApprovalSettings'],
  readAlerts: ['listAlerts', 'listAlertDestinations', 'getAlertDestination'],
  readBadges: ['getBadges'],
  sendAlerts: [
    ...['createAlertDestination', 'updateAlertDestination', 'deleteAlertDestination'],
    ...['testAlertDestination', 'replaceAlertSecret'],
  ],
  readHistory: ['listHistory'],
  readAudit: ['listAudit', 'exportAudit'],

  readStaff: ['listStaff', 'listStaffSessions', 'listKeys', 'viewSignInSettings'],
  changeStaff: [
    ...['createStaffMember', 'inviteNewStaffMember', 'updateStaffMember', 'inviteStaffMember'],
    ...['resetStaffPassword', 'removeStaffFactors', 'releaseStaffSingleSignOn', 'endStaffSession'],
    ...['endStaffSessions', 'createKey', 'deleteKey', 'replaceSignInSettings'],
  ],
  readMaintenance: ['viewMaintenance'],
  changeMaintenance: ['turnMaintenanceOn', 'turnMaintenanceOff'],
} as const satisfies Record<string, readonly string[]>

export type Capability = keyof typeof CAPABILITIES

/** The fields of a route's body that a role may write, where it may not write all of them. */
export type Writable = { only: readonly string[] } | { allExcept: readonly string[] }

const voucherFields = { merchant: { allExcept: ['redemptionValue'] } }

export const WRITABLE_FIELDS: Readonly<Record<string, Partial<Record<Role, Writable>>>> = {
  updatePartner: {
    partner: { only: ['webhookUrl', 'eventTypes', 'jwksUrl', 'publicKey', 'nextPublicKey'] },
  },
  updateMerchant: {
    merchant: {
      only: [
        ...['name', 'logoPath', 'bannerPath', 'description', 'timezone', 'topVoucherId', 'subCategoryIds'],
        'translations',
      ],
    },
  },
  createVoucher: voucherFields,
  updateVoucher: voucherFields,
}

/**
 * The fields that a role never reads, in any record, list, history or file: they are null, lists are empty. Merchants get of
 * a customer only what the counter needs.
 */
export const HIDDEN_FIELDS: Partial<Record<Role, readonly string[]>> = {
  merchant: [
    ...['externalUserId', 'consumerLat', 'consumerLng', 'gpsAccuracyMeters', 'review.note'],
    ...['review.reviewedBy', 'review.reviewedByName'],
  ],
  partner: ['review.reviewedByName'],
  'partner-support': [
    ...['webhookUrl', 'jwksUrl', 'publicKey', 'nextPublicKey', 'shareUrl', 'frameAncestors', 'scope'],
    ...['nextSecretSince', 'review.reviewedByName'],
  ],
}
