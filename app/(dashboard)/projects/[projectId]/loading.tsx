export { ScreenSkeleton as default } from '#components/shell/screen-skeleton';
