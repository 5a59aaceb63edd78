export { colourName, spelledColours } from '#shared/domain/colour-name.ts';
