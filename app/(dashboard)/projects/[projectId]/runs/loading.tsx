/** Of its own, so that the way from the list to one of its things shows it, too. */
export { default } from '../loading';
