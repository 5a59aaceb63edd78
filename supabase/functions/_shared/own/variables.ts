// Written by `npm run build` from src/shop/.
export const ownVariables = {};
