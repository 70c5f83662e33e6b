import { holdScreens } from './hold-screens';
import { figureScreens } from './screens/figures';

holdScreens({ 'of figures': figureScreens });
