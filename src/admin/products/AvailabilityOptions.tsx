import { availabilities, availabilityLabels } from '#shared/domain/availability.ts';

export function AvailabilityOptions() {
  return availabilities.map((it) => (
    <option key={it} value={it}>
      {availabilityLabels[it]}
    </option>
  ));
}
