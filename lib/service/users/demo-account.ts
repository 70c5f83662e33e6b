/** The public credentials of the demo. Nobody reads the emails to this address. */
export const demoAccount = { email: 'demo@answerscope.example', password: 'fictional-market' } as const;
