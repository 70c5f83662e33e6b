import { holdScreens } from './hold-screens';
import { evidenceScreens } from './screens/evidence';

holdScreens({ 'of evidence': evidenceScreens });
