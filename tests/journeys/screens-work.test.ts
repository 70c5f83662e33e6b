import { holdScreens } from './hold-screens';
import { emptyScreens, workScreens } from './screens/work';

holdScreens({ 'of work': workScreens, 'without data': emptyScreens });
