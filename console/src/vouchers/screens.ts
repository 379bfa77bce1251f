import { createVoucher, getVoucher, listVouchers } from '@counterfoil/contract/admin/vouchers.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { searchOf } from '../routing/search.ts'
import { rootRoute } from '../shell/root-route.ts'
import { VOUCHER_EDITOR_WORDS } from '../words/voucher-editor.ts'
import { VOUCHER_WORDS } from '../words/vouchers.ts'

const getParentRoute = () => rootRoute

/** `from`: the voucher to copy. */
export const newVoucherRoute = createRoute({
  getParentRoute,
  path: '/merchants/$id/vouchers/new',
  validateSearch: searchOf(listVouchers, ['from']),
  staticData: { title: VOUCHER_EDITOR_WORDS.create, needs: createVoucher },
  component: lazyScreen(() => import('./new-voucher.tsx'), 'NewVoucher'),
})

export const voucherRoute = createRoute({
  getParentRoute,
  path: '/vouchers/$id',
  validateSearch: searchOf(listVouchers, ['tab']),
  staticData: { title: VOUCHER_WORDS.one, needs: getVoucher },
  component: lazyScreen(() => import('./voucher-page.tsx'), 'VoucherPage'),
})
