/** The demo's public sign-in. Nobody reads its email. */
export const demoAccount = { email: 'demo@answerscope.example', password: 'fictional-market' } as const;
