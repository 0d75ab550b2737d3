// What is heavy comes when a form needs it.
export const loadVisual = () => import('./visual/visual');
export const loadCode = () => import('./code/code');
export const loadMarked = () => import('./marked');
