/** The demo's public sign-in. Nobody reads its mail. */
export const demoAccount = { email: 'demo@answerscope.example', password: 'fictional-market' } as const;
