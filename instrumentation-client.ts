import { reportUnhandledErrors } from '#components/layout/report-error';
import { sendShownOrganization } from '#components/layout/shown-organization';

// Next.js runs this file in the browser before the page becomes interactive.
reportUnhandledErrors();
sendShownOrganization();

// zod would otherwise try to compile a function, to find out whether the content security policy allows it, and Firefox
// reports every such attempt as an error. Its function `config`, which sets this object, would add 9 KB to every page.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
