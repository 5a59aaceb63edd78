/** The questions of the page /faqs, in its order. */
export const faqs = [
  {
    slug: 'sizes',
    question: 'Which size should I take?',
    answer:
      'The size guide beside the sizes of each product has measurements in centimeters and inches. Between two sizes, choose the larger one.\n\nWrite to us with your measurements, and we will tell you what we would take.',
  },
  {
    slug: 'shipping',
    question: 'When will my order arrive?',
    answer: '{shipping}',
  },
  {
    slug: 'returns',
    question: 'Can I send something back?',
    answer: 'Yes. {returns} We refund your card within a week after your parcel arrives.',
  },
  {
    slug: 'washing',
    question: 'How do I wash wool?',
    answer:
      'Seldom. Air it overnight; most of what looks like dirt is only dust. When it has to be, wash it cold by hand and dry it flat, away from the heater.',
  },
  {
    slug: 'repairs',
    question: 'Do you mend what I bought?',
    answer:
      'Open seams and lost buttons, whenever you bought it. You pay the post, we pay the thread.',
  },
  {
    slug: 'wholesale',
    question: 'Do you sell to shops?',
    answer:
      'Yes. Ask for it on the page Wholesale. Once we have approved your company, you see your own prices next to every product.',
  },
] as const;

/** What people wrote through the contact form. */
export const contactMessages = [
  {
    slug: 'selvedge',
    product: 'harbour-overshirt',
    firstname: 'Ines',
    lastname: 'Duarte',
    email: 'ines.duarte@customers.example',
    message:
      'The Harbour Overshirt has lost a button. Is there a spare one inside, or may I send it to you?',
    hours: 5,
  },
  {
    slug: 'wholesale',
    product: null,
    firstname: 'Tom',
    lastname: 'Askew',
    email: 'tom@askew-and-sons.example',
    message:
      'We run a small shop on the coast and would like to carry your knitwear next winter. Could you send us the wholesale list, and samples of the lambswool in three colours?\n\nThank you, Tom Askew',
    hours: 30,
  },
] as const;
