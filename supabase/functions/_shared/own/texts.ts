// Written by `npm run build` from src/shop/.
import type { OwnTexts } from '../own-texts.ts';

export const texts: OwnTexts = {};
