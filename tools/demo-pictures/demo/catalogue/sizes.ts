export const letters = ['XS', 'S', 'M', 'L', 'XL'] as const;
export const longLetters = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;
export const waists = ['28', '30', '32', '34', '36', '38'] as const;
export const dressSizes = ['6', '8', '10', '12', '14', '16'] as const;
export const oneSize = ['One size'] as const;
