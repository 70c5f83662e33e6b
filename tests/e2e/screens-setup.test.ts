import { emptyScreens, setupScreens } from '#tests/e2e/screens/setup';
import { checkScreens } from './check-screens';

checkScreens({ 'of work': setupScreens, 'without data': emptyScreens });
