import type * as english from '../passkeys.ts'
import type { WordsOf } from '../words-of.ts'

export const PASSKEY_PROBLEMS: WordsOf<typeof english.PASSKEY_PROBLEMS> = {
  NotAllowedError: '未使用通行密钥：您已取消、等待超时，或此设备没有本网站的通行密钥。',
  AbortError: '未使用通行密钥：请求已取消。',
  InvalidStateError: '此设备已有您账户的通行密钥。',
  SecurityError: '通行密钥在此地址不可用。请通过 https 以控制台自己的地址打开。',
  NotSupportedError: '此设备不支持通行密钥。',
  ConstraintError: '此设备无法验证您的身份。请设置屏幕锁，或使用其他设备。',
  other: '设备无法使用通行密钥。请重试，或以其他方式登录。',
  unsupported: '此浏览器不支持通行密钥。请更新，或使用其他浏览器。',
}

export const PASSKEY_WORDS: WordsOf<typeof english.PASSKEY_WORDS> = {
  title: '通行密钥',
  intro: '用指纹、面容或屏幕锁登录。通行密钥可代替密码和第二重验证。',
  none: '您还没有通行密钥。',
  unavailable: '通行密钥需要通过 https 以控制台自己的地址访问，在 IP 地址下不可用。',
  add: '添加通行密钥',
  addTitle: '添加通行密钥',
  addText: '请以设备命名，然后在浏览器中确认。您的其他会话都会结束。',
  addAction: '继续',
  name: '名称',
  namePlaceholder: '工作笔记本',
  added: (name) => `“${name}”已添加。此后可用它登录。`,
  addedAt: '添加时间',
  lastUsed: '上次使用',
  never: '从未',
  rename: '重命名',
  renameTitle: (name) => `重命名“${name}”`,
  renamed: (name) => `通行密钥现名为“${name}”。`,
  remove: '移除',
  removeTitle: (name) => `移除“${name}”？`,
  removeConsequence: '您将不能再用它登录，其他会话都会结束。请同时从设备上删除。',
  removeLastConsequence:
    '这是您唯一的第二重验证：移除后仅凭密码即可登录，恢复码也会失效。您的其他会话都会结束。',
  removed: (name) => `“${name}”已移除。`,
  moreActions: (name) => `“${name}”的更多操作`,
  actions: '操作',
}
