import { figureScreens } from '#tests/e2e/screens/figures';
import { holdScreens } from './hold-screens';

holdScreens({ 'of figures': figureScreens });
