import { emptyScreens, workScreens } from '#tests/e2e/screens/work';
import { holdScreens } from './hold-screens';

holdScreens({ 'of work': workScreens, 'without data': emptyScreens });
