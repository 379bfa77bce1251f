import { listAlerts } from './admin/alerts.ts'
import { exportAudit, listAudit } from './admin/audit.ts'
import { listCategories, putCategory } from './admin/categories.ts'
import { exportClaims, listAllClaims } from './admin/claims.ts'
import { getCodeImport, listCodeImports, startCodeImport } from './admin/code-imports.ts'
import { getCodePool, uploadCodes } from './admin/codes.ts'
import { checkDeactivation } from './admin/deactivation-check.ts'
import { getDelivery, listDeliveries, retryDelivery } from './admin/deliveries.ts'
import { uploadImage } from './admin/images.ts'
import { createKey, deleteKey, listKeys } from './admin/keys.ts'
import { turnMaintenanceOff, turnMaintenanceOn, viewMaintenance } from './admin/maintenance.ts'
import {
  createMerchant,
  getFeatured,
  getMerchant,
  listMerchants,
  putFeatured,
  updateMerchant,
} from './admin/merchants.ts'
import {
  getOutletImport,
  importOutlets,
  listOutletImports,
  startOutletImport,
} from './admin/outlet-import.ts'
import { createOutlet, generatePins, getOutlet, listOutlets, updateOutlet } from './admin/outlets.ts'
import { checkJwks, checkToken, diffScope } from './admin/partner-checks.ts'
import { listPartnerOutlets } from './admin/partner-outlets.ts'
import {
  createPartner,
  getPartner,
  listPartners,
  promotePartnerSecret,
  rotatePartnerSecret,
  updatePartner,
} from './admin/partners.ts'
import { checkPublication } from './admin/publish-check.ts'
import { getRedeemability } from './admin/redeemability.ts'
import {
  exportRedemptions,
  getRedemption,
  listRedemptions,
  reviewRedemption,
  voidRedemption,
} from './admin/redemptions.ts'
import { listRefusals } from './admin/refusals.ts'
import { getRequest, listRequests } from './admin/requests.ts'
import {
  createTwin,
  emptySandbox,
  failSandboxDeliveries,
  getSandbox,
  moveSandboxClock,
} from './admin/sandbox.ts'
import { searchRecords } from './admin/search.ts'
import { replaceSignInSettings, viewSignInSettings } from './admin/settings.ts'
import { createStaffMember, listStaff, updateStaffMember } from './admin/staff.ts'
import { getStats } from './admin/stats.ts'
import { getTimeline } from './admin/timeline.ts'
import { getUser, listUsers } from './admin/users.ts'
import {
  createVoucher,
  getVoucher,
  listVouchers,
  publishVoucher,
  unpublishVoucher,
  updateVoucher,
} from './admin/vouchers.ts'
import { countReplay, getReplay, resumeWebhook, startReplay, testWebhook } from './admin/webhooks.ts'
import {
  browseCategories,
  browseMerchants,
  browseVouchers,
  viewBranding,
  viewMerchant,
  viewVoucher,
} from './consumer/browse.ts'
import {
  listMyRedemptions,
  previewRedemption,
  redeemVoucher,
  viewRedemptionByKey,
} from './consumer/redemptions.ts'
import {
  addFavorite,
  claimVoucher,
  listClaims,
  listFavorites,
  removeFavorite,
  viewMe,
} from './consumer/wallet.ts'
import type { Route } from './define-route.ts'
import { anonymizeUser, listEvents, listPartnerMerchants, upsertUser } from './integration/partner-backend.ts'
import {
  createTestRedemption,
  getTestClock,
  listScenarios,
  mintTestToken,
  publishTestVoucher,
  resetSandbox,
  setTestClock,
  testDeliveries,
  voidTestRedemption,
} from './integration/sandbox.ts'
import { getHealth, getMetrics, getReadiness } from './public/health.ts'
import {
  changeOwnName,
  endOwnSession,
  endStaffSession,
  endStaffSessions,
  inviteNewStaffMember,
  listOwnSessions,
  listStaffSessions,
  proveAgain,
} from './session/account.ts'
import {
  beginTotp,
  completeSecondFactor,
  confirmTotp,
  createRecoveryCodes,
  removeStaffFactors,
  removeTotp,
  viewFactors,
} from './session/factors.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeyUse,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './session/passkeys.ts'
import {
  acceptInvite,
  changePassword,
  inviteStaffMember,
  previewInvite,
  requestPasswordReset,
  resetStaffPassword,
  signIn,
  signOut,
  signOutEverywhere,
  viewSession,
} from './session/sign-in.ts'
import {
  beginSingleSignOn,
  completeSingleSignOn,
  listSignInMethods,
  releaseStaffSingleSignOn,
} from './session/single-sign-on.ts'

/** Every route of the contract, in the order of the API reference. */
export const ROUTES: readonly Route[] = [
  browseMerchants,
  viewMerchant,
  browseVouchers,
  viewVoucher,
  browseCategories,
  viewBranding,
  viewMe,
  listClaims,
  claimVoucher,
  listFavorites,
  addFavorite,
  removeFavorite,
  redeemVoucher,
  previewRedemption,
  listMyRedemptions,
  viewRedemptionByKey,

  upsertUser,
  anonymizeUser,
  listEvents,
  listPartnerMerchants,

  mintTestToken,
  getTestClock,
  setTestClock,
  listScenarios,
  createTestRedemption,
  voidTestRedemption,
  publishTestVoucher,
  testDeliveries,
  resetSandbox,

  createPartner,
  listPartners,
  getPartner,
  updatePartner,
  listPartnerOutlets,
  rotatePartnerSecret,
  promotePartnerSecret,
  checkToken,
  checkJwks,
  diffScope,
  createTwin,
  getSandbox,
  moveSandboxClock,
  failSandboxDeliveries,
  emptySandbox,
  testWebhook,
  resumeWebhook,
  startReplay,
  countReplay,
  getReplay,
  listDeliveries,
  getDelivery,
  retryDelivery,
  listCategories,
  putCategory,
  createMerchant,
  listMerchants,
  getMerchant,
  updateMerchant,
  checkDeactivation,
  getFeatured,
  putFeatured,
  createOutlet,
  listOutlets,
  getOutlet,
  updateOutlet,
  generatePins,
  importOutlets,
  startOutletImport,
  listOutletImports,
  getOutletImport,
  createVoucher,
  listVouchers,
  getVoucher,
  updateVoucher,
  checkPublication,
  publishVoucher,
  unpublishVoucher,
  uploadCodes,
  getCodePool,
  startCodeImport,
  listCodeImports,
  getCodeImport,
  uploadImage,
  listUsers,
  getUser,
  getTimeline,
  getRedeemability,
  listAllClaims,
  exportClaims,
  listRedemptions,
  exportRedemptions,
  getRedemption,
  voidRedemption,
  reviewRedemption,
  listRefusals,
  listRequests,
  getRequest,
  searchRecords,
  getStats,
  listAlerts,
  createKey,
  listKeys,
  deleteKey,
  createStaffMember,
  listStaff,
  updateStaffMember,
  inviteNewStaffMember,
  inviteStaffMember,
  resetStaffPassword,
  listStaffSessions,
  endStaffSession,
  endStaffSessions,
  removeStaffFactors,
  releaseStaffSingleSignOn,
  viewSignInSettings,
  replaceSignInSettings,
  viewMaintenance,
  turnMaintenanceOn,
  turnMaintenanceOff,
  listAudit,
  exportAudit,

  listSignInMethods,
  signIn,
  completeSecondFactor,
  beginPasskeyUse,
  signInWithPasskey,
  beginSingleSignOn,
  completeSingleSignOn,
  previewInvite,
  acceptInvite,
  requestPasswordReset,
  viewSession,
  signOut,
  signOutEverywhere,
  changePassword,
  changeOwnName,
  listOwnSessions,
  endOwnSession,
  proveAgain,
  viewFactors,
  beginTotp,
  confirmTotp,
  removeTotp,
  createRecoveryCodes,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,

  getHealth,
  getReadiness,
  getMetrics,
]
