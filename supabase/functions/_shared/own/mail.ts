// Written by `npm run build` from src/shop/.
import type { MailLayouts } from '../mail/MailPage.tsx';

export const ownLayouts: MailLayouts = {};
