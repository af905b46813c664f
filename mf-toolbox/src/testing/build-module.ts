import type { Module, ModuleReview, OwnedModule, OwnModule, Purchase } from '@solvent/contracts';
import { buildModule } from '@solvent/testing/factories';

const TIME = '2026-11-20T10:00:00.000Z';

const LENA = { _id: 'lena', name: 'Lena Vogt', image: null };
const MIRA = { _id: 'mira', name: 'Mira Chen', image: null };

/** SHA-256 of the bytes "zip". */
export const ZIP_SHA256 = '4a70fe9aa6436e02c2dea340fbd1e352e4ef2d8ce6ca52ad25d4b95471fc8bf2';
export const ZIP = new Uint8Array([0x7a, 0x69, 0x70]).buffer;

/** A $19 module with one version, as seen by a visitor. */
export function buildModuleDetail(overrides: Partial<Module> = {}): Module {
  return {
    ...buildModule({ id: 'm1', slug: 'chart-dashboard', author: LENA }),
    status: 'published',
    documentation: '## Use\n\nDraw a **chart**.',
    license: 'MIT',
    repositoryUrl: null,
    demoUrl: null,
    sandboxUrl: null,
    sizeBytes: 51_200,
    sha256: ZIP_SHA256,
    previewImages: [],
    previewVideos: [],
    versions: [{ version: '1.0.0', notes: '', sizeBytes: 51_200, sha256: ZIP_SHA256, releasedAt: TIME }],
    stars: [0, 0, 1, 2, 9],
    owned: false,
    boughtAs: null,
    saved: false,
    myReview: null,
    authorEmail: null,
    review: null,
    ...overrides,
  };
}

export const buildPurchase = (overrides: Partial<Purchase> = {}): Purchase => ({
  _id: 'p1',
  moduleId: 'm1',
  receipt: 'R-20261120-7K3M9Q2WXA',
  license: 'standard',
  version: '1.0.0',
  priceCents: 1900,
  testMode: true,
  createdAt: TIME,
  ...overrides,
});

/** The module as its buyer sees it before the first download. */
export const buildOwnedModule = (overrides: Partial<OwnedModule> = {}): OwnedModule => ({
  ...buildModule({ id: 'm1', slug: 'chart-dashboard', author: LENA }),
  status: 'published',
  purchase: buildPurchase(),
  since: TIME,
  included: { version: '1.0.0', notes: '', sizeBytes: 51_200, sha256: ZIP_SHA256, releasedAt: TIME },
  downloaded: null,
  hasUpdate: false,
  ...overrides,
});

export const buildModuleReview = (overrides: Partial<ModuleReview> = {}): ModuleReview => ({
  id: 'r1',
  author: MIRA,
  rating: 4,
  text: 'Clear and quick.',
  createdAt: TIME,
  updatedAt: TIME,
  answer: null,
  ...overrides,
});

/** A published module without sales. */
export const buildOwnModule = (overrides: Partial<OwnModule> = {}): OwnModule => ({
  ...buildModule({ id: 'm1', slug: 'chart-dashboard', author: LENA }),
  status: 'published',
  review: { version: '1.0.0', stage: 'done', reason: null, findings: [] },
  salesCents: 0,
  salesCount: 0,
  ...overrides,
});
