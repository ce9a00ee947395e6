;;; Emacs steps through a scenario with dap-mode: emacs --batch -l emacs.el PYTHON ADAPTER SCENARIO  -*- lexical-binding: t -*-

(setq make-backup-files nil
      lsp-session-file (make-temp-name "/tmp/lsp-session")
      dap-breakpoints-file (make-temp-name "/tmp/dap-breakpoints")
      dap-auto-configure-features nil
      dap-auto-show-output nil)
(require 'dap-mode)
(defvar dap-exception-breakpoints nil "Which filters are on; dap-ui has it, and nobody draws here.")

(pcase-let ((`(,python ,adapter ,scenario) command-line-args-left))
  (setq command-line-args-left nil)

  (defun wait-until (what condition)
    "Waits until CONDITION holds, 30 seconds at most."
    (let ((end (+ (float-time) 30)))
      (while (not (funcall condition))
        (when (> (float-time) end)
          (error "Waited in vain: %s" what))
        (accept-process-output nil 0.05))))

  (defun frame-id ()
    (let* ((session (dap--cur-session))
           (frame (and session (dap--debug-session-active-frame session))))
      (and frame (gethash "id" frame))))

  (defun stepped (motion)
    "Does MOTION and waits until another frame is active; gives its line."
    (let ((before (frame-id)))
      (funcall motion (dap--cur-session))
      (wait-until (symbol-name motion) (lambda () (let ((now (frame-id))) (and now (not (equal now before))))))
      (gethash "line" (dap--debug-session-active-frame (dap--cur-session)))))

  (defun line () (gethash "line" (dap--debug-session-active-frame (dap--cur-session))))

  (dap-register-debug-provider "turn-structure" #'identity)
  (find-file scenario)
  (dap-mode 1)
  (goto-char (point-min))
  (search-forward "Relentless Assault}")
  (dap-breakpoint-add)
  (dap-debug (list :type "turn-structure" :request "launch" :name "scenario" :stopOnEntry :json-false
                   :program scenario :dap-server-path (list python adapter)))
  (wait-until "the breakpoint" #'frame-id)
  (princ (format "breakpoint at line %s\n" (line)))
  (let ((there (frame-id)))
    (dolist (motion '(dap-step-in dap-next dap-step-in))
      (stepped motion))
    (princ (format "moved: %s\n" (not (equal there (frame-id)))))
    (dap--send-message (dap--make-request "stepBack" (list :threadId 1)) #'ignore (dap--cur-session))
    (wait-until "a step back" (lambda () (frame-id)))
    (dap-restart-frame (dap--cur-session) there)
    (wait-until "the frame from before" (lambda () (equal there (frame-id))))
    (princ (format "back at line %s\n" (line))))
  (dap-disconnect (dap--cur-session))
  (princ "done\n"))
