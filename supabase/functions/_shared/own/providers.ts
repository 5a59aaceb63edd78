// Written by `npm run build` from src/shop/.
import type { PaymentProvider } from '../payments/provider.ts';

export const ownProviders: readonly PaymentProvider[] = [];
