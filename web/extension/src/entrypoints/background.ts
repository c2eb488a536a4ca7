export default defineBackground(() => undefined);
