import { App } from './app.js';

window.play = new App();
