export const roles = ['buyer', 'manager'] as const;
export const roleNames = { buyer: 'Buyer', manager: 'Manager' } as const;
