import { metricScreens } from '#tests/e2e/screens/metrics';
import { checkScreens } from './check-screens';

checkScreens({ 'of figures': metricScreens });
