import { companyChoices, createQuote } from '../../api/admin-quotes.ts';
import { companyRoutes } from '../../company-routes.ts';
import { toastError } from '../../stores/toasts.ts';
import { Picker } from '../forms/Picker.tsx';

/** Creates a quote for the selected company. */
export function NewQuote() {
  const begin = async (company: string) => {
    const reply = await createQuote(company);
    if (reply.ok) location.assign(companyRoutes.adminQuote(reply.quote._id));
    else toastError(reply.message, undefined, 'quote');
  };
  return (
    <Picker
      label="Company"
      hint="Approved companies only. They see the quote once you send the offer."
      resource={companyChoices}
      rowsOf={(it) => it.companies}
      nameOf={({ name, city }) => ({ title: name, note: city })}
      onPick={({ _id }) => void begin(_id)}
    />
  );
}
