"""What runs inside of an SDK's environment: stand-alone scripts, which import nothing of ours.

They are run by their paths with the environment's own interpreter, which does not have this
package, and need nothing but the standard library.
"""
